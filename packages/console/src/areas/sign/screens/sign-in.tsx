import { setupState } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ask } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { signIn, useSession } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { TokenRefusal } from '../../../lib/token.ts'
import { Button } from '../../../ui/buttons.tsx'
import { PasswordField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SignPage } from '../sign-page.tsx'

/**
 * Sign-in with login or e-mail. Shown at its own address and, while nobody is signed in, in place of any other: the
 * address that was asked for is then simply shown.
 */
export default function SignIn() {
  const t = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const setup = useQuery(ask(setupState, {}))
  const [problem, setProblem] = useState<string | null>(session.phase === 'error' ? session.message : null)
  const [pending, setPending] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const form = useForm({
    initialValues: { identity: '', password: '' },
    validate: {
      identity: (value) => (value.trim() === '' ? t('sign.missingIdentity') : null),
      password: (value) => (value === '' ? t('sign.missingPassword') : null),
    },
  })
  useEffect(() => {
    if (setup.data?.needed) void navigate(addressOf('/setup'), { replace: true })
  }, [setup.data, navigate])
  useEffect(() => {
    if (session.phase === 'authorized' && pathname === '/signin') void navigate('/', { replace: true })
  }, [session.phase, pathname, navigate])

  const send = async ({ identity, password }: { identity: string; password: string }): Promise<void> => {
    setPending(true)
    setProblem(null)
    try {
      await signIn(identity.trim(), password)
    } catch (failure) {
      const refused = failure instanceof TokenRefusal
      setProblem(refused ? failure.message || t('sign.failed') : t('sign.unreachable'))
      setPending(false)
    }
  }
  return (
    <SignPage title={t('sign.title')} lead={t('sign.lead')}>
      <form onSubmit={submit(form, send)} noValidate>
        {problem && (
          <Notice tone="bad" icon={<IconAlertCircle size={18} />} alert>
            {problem}
          </Notice>
        )}
        <TextField
          label={t('sign.identity')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          ref={first}
          {...form.getInputProps('identity')}
        />
        <PasswordField
          label={t('sign.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" kind="primary" loading={pending}>
          {t('sign.submit')}
        </Button>
      </form>
    </SignPage>
  )
}
