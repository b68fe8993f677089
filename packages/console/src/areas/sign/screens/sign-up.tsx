import { passwordLength, signUp } from '@stationmaster/contract'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '../../../lib/call.ts'
import { machineCall } from '../../../lib/machine-token.ts'
import { pageConfig } from '../../../lib/page-config.ts'
import { addressOf } from '../../../lib/screen.ts'
import { currentLanguage, useTexts } from '../../../lib/texts.ts'
import { PlainField } from '../../../ui/form/plain-field.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { PlainLink } from '../../../ui/plain-button.tsx'
import { DonePage } from '../done-page.tsx'
import { usePlainForm } from '../plain-form.ts'
import { SendAgain } from '../send-again.tsx'
import { SignForm } from '../sign-form.tsx'
import { SignPage } from '../sign-page.tsx'
import css from '../sign-page.module.css'
import { emptySignUp, fieldNamed, signUpProblems, type SignUp as Values } from '../sign-up-rules.ts'
import { useRequest } from '../use-request.ts'
import { useMachineToken } from '../use-machine-token.ts'

/** Sign-up, if the installation allows it. */
export default function SignUp() {
  const t = useTexts('sign')
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (!pageConfig().signUp) {
    return (
      <SignPage title={t('signUp.off')} lead={t('signUp.offLead')}>
        <div className={css.done}>
          <PlainLink main to={addressOf('/signin')}>
            {t('setup.toSignIn')}
          </PlainLink>
        </div>
      </SignPage>
    )
  }
  if (sentTo !== null) {
    return (
      <DonePage
        title={t('signUp.done')}
        words={t('signUp.doneLead', { email: sentTo })}
        to="/"
        link={t('links.main')}
      >
        <SendAgain identifier={sentTo} />
      </DonePage>
    )
  }
  const foot = (
    <span>
      {t('links.known')} <Link to={addressOf('/signin')}>{t('sign.title')}</Link>
    </span>
  )
  return (
    <SignPage title={t('signUp.title')} foot={foot}>
      <SignUpForm onSent={setSentTo} />
    </SignPage>
  )
}

function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTexts('sign')
  useMachineToken()
  const request = useRequest()
  const fields = usePlainForm<Values>(emptySignUp, signUpProblems(t))
  const { field, form } = fields
  const send = ({ username, email, password }: Values) =>
    void request.run(async () => {
      const sent = { username: username.trim(), email: email.trim(), password, locale: currentLanguage() }
      try {
        await machineCall(signUp, sent)
        onSent(sent.email)
      } catch (problem) {
        if (!(problem instanceof CallError)) throw problem
        const name = fieldNamed(problem.field)
        if (!name) throw problem
        fields.refuse(name, problem.message)
      }
    })
  return (
    <SignForm {...form(send)} request={request} submit={t('signUp.submit')}>
      <PlainField
        {...field('username')}
        label={t('setup.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
      <PlainField
        {...field('email')}
        type="email"
        label={t('setup.email')}
        autoComplete="email"
        maxLength={254}
      />
      <PlainField
        {...field('password')}
        type="password"
        label={t('setup.password')}
        hint={t('setup.passwordHint')}
        autoComplete="new-password"
        maxLength={passwordLength.maximum}
      />
      <PlainField
        {...field('confirm')}
        type="password"
        label={t('setup.confirm')}
        autoComplete="new-password"
        maxLength={passwordLength.maximum}
      />
      <Acceptance
        checked={fields.values.accept}
        onChange={(accept) => fields.set('accept', accept)}
        error={fields.wrong('accept')}
      />
    </SignForm>
  )
}

function Acceptance({
  checked,
  onChange,
  error,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | false
}) {
  const t = useTexts('sign')
  const id = useId()
  return (
    <div className={css.accept}>
      <Checkbox
        name="accept"
        checked={checked}
        onChange={onChange}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        label={
          <span>
            {t('signUp.accept')} {/* Opens in a new tab, because input here would be lost. */}
            <Link to={addressOf('/terms')} target="_blank" rel="noopener">
              {t('signUp.terms')}
              <span className="hidden-text"> ({t('signUp.newTab')})</span>
            </Link>
          </span>
        }
      />
      {error && <p id={id}>{error}</p>}
    </div>
  )
}
