import { passwordRecovery } from '@stationmaster/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { isEmail } from '../../../features/people/is-email.ts'
import { machineCall } from '../../../lib/machine-token.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { PlainField } from '../../../ui/form/plain-field.tsx'
import { DonePage } from '../done-page.tsx'
import { usePlainForm } from '../plain-form.ts'
import { SignForm } from '../sign-form.tsx'
import { SignPage } from '../sign-page.tsx'
import { useRequest } from '../use-request.ts'
import { useMachineToken } from '../use-machine-token.ts'

/**
 * Requests a link that sets a new password. The response is always the same, so that it does not reveal
 * whether an account exists.
 */
export default function Recovery() {
  const t = useTexts('sign')
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) {
    return <DonePage title={t('recovery.done')} words={t('recovery.doneLead', { email: sentTo })} />
  }
  return (
    <SignPage
      title={t('recovery.title')}
      lead={t('recovery.lead')}
      foot={<Link to={addressOf('/signin')}>{t('setup.toSignIn')}</Link>}
    >
      <RecoveryForm onSent={setSentTo} />
    </SignPage>
  )
}

function RecoveryForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTexts('sign')
  useMachineToken()
  const request = useRequest()
  const { field, form } = usePlainForm({ email: '' }, ({ email }) => ({
    email: !isEmail(email) && t('setup.wrongEmail'),
  }))
  const send = ({ email }: { email: string }) =>
    void request.run(async () => {
      const identifier = email.trim()
      await machineCall(passwordRecovery, { identifier })
      onSent(identifier)
    })
  return (
    <SignForm {...form(send)} request={request} submit={t('recovery.submit')}>
      <PlainField
        {...field('email')}
        type="email"
        label={t('setup.email')}
        autoComplete="email"
        maxLength={254}
      />
    </SignForm>
  )
}
