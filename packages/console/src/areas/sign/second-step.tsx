import { useState } from 'react'
import { requestToken } from '../../lib/request-token.ts'
import { signInWith } from '../../lib/sign-in.ts'
import { useTexts } from '../../lib/texts.ts'
import { PlainField } from '../../ui/form/plain-field.tsx'
import { usePlainForm } from './plain-form.ts'
import { codeOf } from './refusals.ts'
import { SignForm } from './sign-form.tsx'
import { SignPage } from './sign-page.tsx'
import { useRequest } from './use-request.ts'

/** Second step of a sign-in: a code of the authenticator app, or a recovery code. */
export default function SecondStep({
  mfaToken,
  onBack,
}: {
  mfaToken: string
  /** Returns to the password, with the reason if there is one. */
  onBack: (failure: unknown) => void
}) {
  const t = useTexts('sign')
  const [isRecovery, setRecovery] = useState(false)
  const foot = (
    <>
      <button type="button" onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? 'code.useApp' : 'code.useRecovery')}
      </button>
      <button type="button" onClick={() => onBack(null)}>
        {t('code.back')}
      </button>
    </>
  )
  return (
    <SignPage title={t('code.title')} lead={t(isRecovery ? 'code.recoveryLead' : 'code.lead')} foot={foot}>
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} mfaToken={mfaToken} onLate={onBack} />
    </SignPage>
  )
}

function CodeForm({
  isRecovery,
  mfaToken,
  onLate,
}: {
  isRecovery: boolean
  mfaToken: string
  onLate: (failure: unknown) => void
}) {
  const t = useTexts('sign')
  const request = useRequest()
  const { field, form } = usePlainForm({ otp: '' }, ({ otp }) => ({
    otp: otp.trim() === '' && t('code.missing'),
  }))
  const send = ({ otp }: { otp: string }) =>
    void request.run(async () => {
      try {
        await signInWith(
          await requestToken({ grant_type: 'mfa_otp', mfa_token: mfaToken, otp: otp.replaceAll(/\s/g, '') }),
        )
      } catch (refused) {
        if (codeOf(refused) === 'sign_in.expired') onLate(refused)
        throw refused
      }
    })
  return (
    <SignForm {...form(send)} request={request} submit={t('sign.submit')}>
      <PlainField
        {...field('otp')}
        label={t(isRecovery ? 'code.recovery' : 'code.label')}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
      />
    </SignForm>
  )
}
