import { emailConfirm, passwordLength } from '@stationmaster/contract'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { machineCall } from '../../../lib/machine-token.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { PlainField } from '../../../ui/form/plain-field.tsx'
import { DonePage } from '../done-page.tsx'
import { usePlainForm } from '../plain-form.ts'
import { codeOf, declinedBy } from '../refusals.ts'
import { SendAgain } from '../send-again.tsx'
import { SignForm } from '../sign-form.tsx'
import { SignPage } from '../sign-page.tsx'
import { isShort } from '../sign-up-rules.ts'
import { useRequest } from '../use-request.ts'
import { useMachineToken } from '../use-machine-token.ts'

/** Confirms an email address with the code of the email, which the link has filled in. */
export default function ConfirmEmail() {
  const t = useTexts('sign')
  const [isDone, setDone] = useState(false)
  const { code: filled = '' } = useParams()
  /** The code of a sign-up, which also needs the password of the account. */
  const [signUpCode, setSignUpCode] = useState<string | null>(null)
  const request = useRequest()
  if (isDone) {
    return <DonePage title={t('confirm.title')} words={t('confirm.done')} />
  }
  const send = (code: string, password: string | null) =>
    void request.run(async () => {
      const outcome = await machineCall(emailConfirm, password === null ? { code } : { code, password })
      if (outcome.code === 'sign_up.password_required') setSignUpCode(code)
      else if (!outcome.result) throw await declinedBy(outcome)
      else setDone(true)
    })
  return (
    <SignPage
      title={t('confirm.title')}
      lead={t('confirm.lead')}
      foot={<Link to={addressOf('/signin')}>{t('setup.toSignIn')}</Link>}
    >
      <CodeForm
        // The form with the password starts without the errors of the form before.
        key={signUpCode ?? ''}
        filled={signUpCode ?? filled}
        needsPassword={signUpCode !== null}
        request={request}
        send={send}
      />
      {codeOf(request.failure) === 'email_link.invalid' && <SendAgain />}
    </SignPage>
  )
}

function CodeForm({
  filled,
  needsPassword,
  request,
  send,
}: {
  filled: string
  needsPassword: boolean
  request: Pick<ReturnType<typeof useRequest>, 'pending' | 'failure'>
  send: (code: string, password: string | null) => void
}) {
  const t = useTexts('sign')
  useMachineToken()
  const box = useRef<HTMLDivElement>(null)
  const check = ({ code, password }: { code: string; password: string }) => ({
    code: code.trim() === '' && t('confirm.missing'),
    password:
      needsPassword &&
      (password === '' ? t('setup.missingPassword') : isShort(password) && t('setup.shortPassword')),
  })
  const { field, form } = usePlainForm({ code: filled, password: '' }, check)
  // Runs after the form has focused its first field, which is already filled in.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <SignForm
      {...form((values) => send(values.code.trim(), needsPassword ? values.password : null))}
      request={request}
      submit={t('confirm.submit')}
    >
      <PlainField
        {...field('code')}
        label={t('confirm.code')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
      />
      {needsPassword && (
        <div ref={box}>
          <PlainField
            {...field('password')}
            type="password"
            label={t('setup.password')}
            hint={t('confirm.password')}
            autoComplete="new-password"
            maxLength={passwordLength.maximum}
          />
        </div>
      )}
    </SignForm>
  )
}
