import { setupAdministrator } from '@stationmaster/contract'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, CallError } from '../../../lib/call.ts'
import { addressOf } from '../../../lib/screen.ts'
import { signInWith } from '../../../lib/sign-in.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { useFailureText } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { FormGrid } from '../../../ui/page/page.tsx'
import { emptySetup, fieldNamed, requestOf, type Setup as Values, setupProblems } from '../setup-rules.ts'
import { SignPage } from '../sign-page.tsx'
import { useSetupNeeded } from '../use-setup-needed.ts'

/**
 * First run: the one-time code that the server printed creates the first administrator, who is then signed
 * in.
 */
export default function Setup() {
  const t = useTexts('sign')
  const needed = useSetupNeeded()
  if (needed === false) {
    return (
      <SignPage title={t('setup.done')} lead={t('setup.doneLead')}>
        <form>
          <LinkButton kind="primary" to={addressOf('/signin')}>
            {t('setup.toSignIn')}
          </LinkButton>
        </form>
      </SignPage>
    )
  }
  return (
    <SignPage title={t('setup.title')} lead={t('setup.lead')} wide>
      <SetupForm />
    </SignPage>
  )
}

function SetupForm() {
  const t = useTexts('sign')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const form = useForm<Values>({ initialValues: emptySetup, validate: setupProblems(t) })
  const { failure, pending, send } = useSetup((field, words) => form.setFieldError(field, words))
  const field = (name: keyof Values) => ({ label: t(`setup.${name}`), ...form.getInputProps(name) })
  return (
    <form onSubmit={submit(form, send)} noValidate>
      {failure !== null && <SetupFailure error={failure} />}
      <TextField
        {...field('code')}
        description={t('setup.codeHint')}
        autoComplete="off"
        spellCheck={false}
        ref={first}
      />
      <FormGrid>
        <TextField {...field('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <TextField {...field('email')} type="email" autoComplete="email" />
        <PasswordField
          {...field('password')}
          description={t('setup.passwordHint')}
          autoComplete="new-password"
        />
        <PasswordField {...field('confirm')} autoComplete="new-password" />
        <TextField {...field('organisation')} placeholder={t('setup.optional')} autoComplete="organization" />
        <TextField {...field('currency')} placeholder="EUR" maxLength={3} />
      </FormGrid>
      <Button type="submit" kind="primary" loading={pending}>
        {t('setup.submit')}
      </Button>
    </form>
  )
}

/** Creates the administrator and signs in. Passes a refusal that names a field to `onField`. */
function useSetup(onField: (field: keyof Values, words: string) => void) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const send = async (values: Values): Promise<void> => {
    setPending(true)
    setFailure(null)
    try {
      await signInWith(await call(setupAdministrator, requestOf(values)))
      await navigate('/', { replace: true })
    } catch (problem) {
      const field = problem instanceof CallError ? fieldNamed(problem.field) : null
      if (field && problem instanceof CallError) onField(field, problem.message)
      else setFailure(problem)
      setPending(false)
    }
  }
  return { failure, pending, send }
}

function SetupFailure({ error }: { error: unknown }) {
  const words = useFailureText(error)
  return (
    <Notice tone="bad" icon={<IconAlertCircle size={18} />} alert>
      {words.lead || words.title}
    </Notice>
  )
}
