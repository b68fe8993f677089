import { freshLoginMinutes, sessionProve } from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, CallError } from '../../lib/call.ts'
import { useUser } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { PasswordField } from '../../ui/form/fields.tsx'
import { atField, submit, useForm } from '../../ui/form/form.ts'
import { Stack } from '../../ui/page/page.tsx'
import { CodeField } from './code-field.tsx'
import { ReauthenticateAtProvider } from './reauthenticate-at-provider.tsx'
import { ProofFailure } from './proof-failure.tsx'

const formId = 'prove-again'

/**
 * Asks for the password again, and for the second factor if there is one. Reports true if they were right; a
 * cancelled dialog counts as false, as does one that was closed with the login session.
 */
export function Reauthenticate({ onAnswer }: { onAnswer: (proven: boolean) => void }) {
  const t = useTexts('profile')
  const tShell = useTexts()
  const user = useUser()
  const hasFactor = user?.totp === 'on'
  const hasPassword = user?.password !== false
  const form = useForm({
    initialValues: { password: '', otp: '' },
    validate: { password: (text) => (text === '' ? t('fresh.missingPassword') : null) },
  })
  const prove = useMutation({
    mutationFn: ({ password, otp }: typeof form.values) =>
      call(sessionProve, { password, ...(otp.trim() ? { otp: otp.trim() } : {}) }),
    onSuccess: () => onAnswer(true),
    onError: atField(form),
  })
  const wantsCode = hasFactor || (prove.error instanceof CallError && prove.error.field === 'otp')
  useEffect(() => () => onAnswer(false), [onAnswer])
  return (
    <Dialog
      confirmsDiscard={false}
      title={t('fresh.title')}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{tShell('ui.cancel')}</Button>
          {hasPassword && (
            <Button kind="primary" type="submit" form={formId} loading={prove.isPending}>
              {t('fresh.submit')}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit(form, (values) => prove.mutate(values))}>
        <Stack>
          <p className="muted">{t('fresh.lead', { minutes: freshLoginMinutes })}</p>
          <ProofFailure error={prove.error} />
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
        </Stack>
      </form>
    </Dialog>
  )
}
