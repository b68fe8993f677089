import { passwordReset } from '@stationmaster/contract'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { machineCall } from '../../../lib/machine-token.ts'
import { addressOf } from '../../../lib/screen.ts'
import { session, signOut } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { PlainField } from '../../../ui/form/plain-field.tsx'
import { DonePage } from '../done-page.tsx'
import { usePlainForm } from '../plain-form.ts'
import { declinedBy } from '../refusals.ts'
import { SignForm } from '../sign-form.tsx'
import { SignPage } from '../sign-page.tsx'
import { isShort } from '../sign-up-rules.ts'
import { useRequest } from '../use-request.ts'
import { useMachineToken } from '../use-machine-token.ts'

/** Sets a new password with the two parts of the link in the email. */
export default function Reset() {
  const t = useTexts('sign')
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return <DonePage title={t('reset.title')} words={t('reset.done')} />
  }
  return (
    <SignPage
      title={t('reset.title')}
      lead={t('reset.lead')}
      foot={<Link to={addressOf('/user/password/recovery')}>{t('links.recover')}</Link>}
    >
      <ResetForm onDone={() => setDone(true)} />
    </SignPage>
  )
}

function ResetForm({ onDone }: { onDone: () => void }) {
  const t = useTexts('sign')
  const { ticket = '', answer: securityanswer = '' } = useParams()
  useMachineToken()
  const request = useRequest()
  const { field, form, refuse } = usePlainForm({ password: '' }, ({ password }) => ({
    password: password === '' ? t('reset.missing') : isShort(password) && t('setup.shortPassword'),
  }))
  const send = ({ password }: { password: string }) =>
    void request.run(async () => {
      const outcome = await machineCall(passwordReset, { ticket, securityanswer, password })
      if (outcome.result) {
        // The server has ended every session of the user; one of them may be that of this browser.
        if (session().phase === 'authorized') signOut()
        return onDone()
      }
      const declined = await declinedBy(outcome)
      if (outcome.field !== 'password') throw declined
      refuse('password', declined.message)
    })
  return (
    <SignForm {...form(send)} request={request} submit={t('reset.submit')}>
      <PlainField
        {...field('password')}
        type="password"
        label={t('reset.label')}
        hint={t('setup.passwordHint')}
        autoComplete="new-password"
        maxLength={256}
      />
    </SignForm>
  )
}
