import { emailConfirm } from '@stationmaster/contract'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { machineCall } from '../../../lib/machine-token.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { PlainField } from '../../../ui/form/plain-field.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { DonePage } from '../done-page.tsx'
import { FormFailure } from '../form-failure.tsx'
import { usePlainForm } from '../plain-form.ts'
import { Declined, refusalOf } from '../refusal-words.ts'
import { SendAgain } from '../send-again.tsx'
import { SignPage } from '../sign-page.tsx'
import { useAsk } from '../use-ask.ts'
import { useMachineToken } from '../use-machine-token.ts'

/** Confirms an e-mail address with the code of the mail, which the link has filled in. */
export default function ConfirmEmail() {
  const t = useTexts()
  const say = useTexts('sign')
  const [isDone, setDone] = useState(false)
  const { pending, failure, ask } = useAsk()
  if (isDone) {
    return (
      <DonePage
        title={say('confirm.title')}
        words={say('confirm.done')}
        to={addressOf('/signin')}
        link={t('setup.toSignIn')}
      />
    )
  }
  const send = (code: string) =>
    void ask(async () => {
      const outcome = await machineCall(emailConfirm, { code })
      if (!outcome.result) throw new Declined(outcome)
      setDone(true)
    })
  return (
    <SignPage
      title={say('confirm.title')}
      lead={say('confirm.lead')}
      foot={<Link to={addressOf('/signin')}>{t('setup.toSignIn')}</Link>}
    >
      <CodeForm pending={pending} failure={failure} send={send} />
      {refusalOf(failure) === 'link' && <SendAgain />}
    </SignPage>
  )
}

function CodeForm({
  pending,
  failure,
  send,
}: {
  pending: boolean
  failure: unknown
  send: (code: string) => void
}) {
  const say = useTexts('sign')
  const { code: filled = '' } = useParams()
  useMachineToken()
  const { field, form } = usePlainForm({ code: filled }, ({ code }) => ({
    code: code.trim() === '' && say('confirm.missing'),
  }))
  return (
    <form {...form(({ code }) => send(code.trim()))}>
      <FormFailure failure={failure} />
      <PlainField
        {...field('code')}
        label={say('confirm.code')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
      />
      <PlainButton type="submit" main busy={pending}>
        {say('confirm.submit')}
      </PlainButton>
    </form>
  )
}
