import { type AnswerOf, totpBegin, totpConfirm } from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'
import { CopyButton } from '../../ui/data/copy.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { useChange } from '../../lib/use-change.ts'
import { Failure, Loading } from '../../ui/feedback/feedback.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { CodeField } from './code-field.tsx'
import css from './people.module.css'
import { ProofFailure } from './proof-failure.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/**
 * Sets up two-factor authentication: a secret as QR code and text, a code that proves that the app has it,
 * and the recovery codes, shown once. `onEnrolled` is called as soon as it is active, `onClose` when the user
 * is done.
 */
export function EnrolFactor({ onEnrolled, onClose }: { onEnrolled: () => void; onClose: () => void }) {
  const t = useTexts('profile')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const begin = useMutation({ mutationFn: () => call(totpBegin, {}) })
  const { mutate } = begin
  useEffect(() => mutate(), [mutate])
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  if (begin.data)
    return (
      <Secret
        {...begin.data}
        onClose={onClose}
        onConfirmed={(made) => {
          setCodes(made)
          onEnrolled()
        }}
      />
    )
  return (
    <Dialog title={t('factor.setUp')} onClose={onClose}>
      {begin.error ? (
        <Failure error={begin.error} onRetry={() => begin.mutate()} />
      ) : (
        <Loading rows={3} rowHeight={64} />
      )}
    </Dialog>
  )
}

function Secret({
  secret,
  uri,
  onConfirmed,
  onClose,
}: AnswerOf<typeof totpBegin> & { onConfirmed: (codes: string[]) => void; onClose: () => void }) {
  const t = useTexts('profile')
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (text) => (text.trim() === '' ? t('factor.missingCode') : null) },
  })
  const confirm = useChange(totpConfirm, {
    done: null,
    form,
    onSaved: ({ recoverycodes }) => onConfirmed(recoverycodes),
  })
  return (
    <FormDialog
      confirmsDiscard={false}
      title={t('factor.setUp')}
      action={t('factor.turnOn')}
      save={confirm}
      onSubmit={submit(form, ({ code }) => confirm.mutate({ code: code.trim() }))}
      onClose={onClose}
      outcome={<ProofFailure error={confirm.error} />}
    >
      <p className="muted">{t('factor.scan')}</p>
      <QrCode text={uri} label={t('factor.picture')} />
      <div>
        <p className="muted">{t('factor.secret')}</p>
        <p className={css.secret}>
          <span className="mono" dir="ltr">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </span>
          <CopyButton value={secret} small label={t('factor.copySecret')} />
        </p>
      </div>
      <CodeField only label={t('factor.shown')} data-autofocus {...form.getInputProps('code')} />
    </FormDialog>
  )
}
