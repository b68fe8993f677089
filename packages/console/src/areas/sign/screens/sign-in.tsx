import { IconAlertCircle } from '@tabler/icons-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signIn, useSession } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { TokenRefusal } from '../../../lib/token.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PlainField } from '../../../ui/form/plain-field.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { SignPage } from '../sign-page.tsx'
import { useSetupNeeded } from '../use-setup-needed.ts'

/**
 * Sign-in with login or e-mail. Shown at its own address and, while nobody is signed in, in place of any other: the
 * address that was asked for is then simply shown.
 */
export default function SignIn() {
  const t = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const needed = useSetupNeeded()
  useEffect(() => {
    if (needed === true) void navigate('/setup', { replace: true })
  }, [needed, navigate])
  useEffect(() => {
    if (session.phase === 'authorized' && pathname === '/signin') void navigate('/', { replace: true })
  }, [session.phase, pathname, navigate])
  if (needed !== false) return null
  return (
    <SignPage title={t('sign.title')} lead={t('sign.lead')}>
      <SignInForm told={session.phase === 'error' ? session.message : null} />
    </SignPage>
  )
}

/** `told` is what a sign-in redirect brought back. */
function SignInForm({ told }: { told: string | null }) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const [identity, setIdentity] = useState('')
  const [password, setPassword] = useState('')
  const { problem, pending, send } = useSignIn(told)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const wrong = {
    identity: identity.trim() === '' && t('sign.missingIdentity'),
    password: password === '' && t('sign.missingPassword'),
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    setTried(true)
    const first = wrong.identity ? 'identity' : wrong.password ? 'password' : null
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else void send(identity.trim(), password)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      {problem && (
        <Notice tone="bad" icon={<IconAlertCircle size={18} />} alert>
          {problem}
        </Notice>
      )}
      <PlainField
        name="identity"
        label={t('sign.identity')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={identity}
        onChange={(event) => setIdentity(event.currentTarget.value)}
        error={tried && wrong.identity}
      />
      <PlainField
        type="password"
        name="password"
        label={t('sign.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={tried && wrong.password}
      />
      <PlainButton type="submit" main busy={pending}>
        {t('sign.submit')}
      </PlainButton>
    </form>
  )
}

/** Asks for the session; what was refused is kept in the server's words. */
function useSignIn(told: string | null) {
  const t = useTexts()
  const [problem, setProblem] = useState(told)
  const [pending, setPending] = useState(false)
  const send = async (identity: string, password: string): Promise<void> => {
    setPending(true)
    setProblem(null)
    try {
      await signIn(identity, password)
    } catch (failure) {
      const refused = failure instanceof TokenRefusal
      setProblem(refused ? failure.message || t('sign.failed') : t('sign.unreachable'))
      setPending(false)
    }
  }
  return { problem, pending, send }
}
