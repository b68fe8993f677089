import { freshLoginMinutes, sessionProve } from '@stationmaster/contract'
import { useEffect } from 'react'
import { CallError } from '../../lib/call.ts'
import { useUser } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { useChange } from '../../lib/use-change.ts'
import { PasswordField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { CodeField } from './code-field.tsx'
import { ReauthenticateAtProvider } from './reauthenticate-at-provider.tsx'
import { ProofFailure } from './proof-failure.tsx'

/**
 * Asks for the password again, and for the second factor if there is one. Reports true if they were right; a
 * cancelled dialog counts as false, as does one that was closed with the login session.
 */
export function Reauthenticate({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const t = useTexts('profile')
  const user = useUser()
  const hasFactor = user?.totp === 'on'
  const hasPassword = user?.password !== false
  const form = useForm({
    initialValues: { password: '', otp: '' },
    validate: { password: (text) => (text === '' ? t('fresh.missingPassword') : null) },
  })
  const prove = useChange(sessionProve, { done: null, form, onSaved: () => onAnswer(true) })
  const wantsCode = hasFactor || (prove.error instanceof CallError && prove.error.field === 'otp')
  useEffect(() => () => onAnswer(false), [onAnswer])
  return (
    <FormDialog
      confirmsDiscard={false}
      title={t('fresh.title')}
      action={t('fresh.submit')}
      leave={t('ui.cancel')}
      isReadOnly={!hasPassword}
      save={prove}
      onSubmit={submit(form, ({ password, otp }) =>
        prove.mutate({ password, ...(otp.trim() ? { otp: otp.trim() } : {}) }),
      )}
      onClose={() => onAnswer(false)}
      outcome={<ProofFailure error={prove.error} />}
    >
      <p className="muted">{t('fresh.lead', { minutes: freshLoginMinutes })}</p>
      {hasPassword ? (
        <PasswordField
          label={t('fresh.password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
      ) : (
        <ReauthenticateAtProvider />
      )}
      {hasPassword && wantsCode && <CodeField {...form.getInputProps('otp')} />}
    </FormDialog>
  )
}
