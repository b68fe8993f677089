import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { pageConfig } from '../../../lib/page-config.ts'
import { addressOf } from '../../../lib/screen.ts'
import { TokenRefusal } from '../../../lib/request-token.ts'
import { type Session, useSession } from '../../../lib/session.ts'
import { signIn } from '../../../lib/sign-in.ts'
import { useTexts } from '../../../lib/texts.ts'
import { PlainField } from '../../../ui/form/plain-field.tsx'
import { usePlainForm } from '../plain-form.ts'
import { codeOf, Declined } from '../refusals.ts'
import { SignForm } from '../sign-form.tsx'
import { SignPage } from '../sign-page.tsx'
import { useRequest } from '../use-request.ts'
import { useSetupNeeded } from '../use-setup-needed.ts'

const ChangePassword = lazy(() => import('../change-password.tsx'))
const EnrolFactor = lazy(() => import('../enrol-factor.tsx'))
const OpenIdButtons = lazy(async () => ({ default: (await import('../openid-button.tsx')).OpenIdButtons }))
const SecondStep = lazy(() => import('../second-step.tsx'))
const SendAgain = lazy(async () => ({ default: (await import('../send-again.tsx')).SendAgain }))

/**
 * Sign-in with login or email. Shown at its own address and, for visitors who are not signed in, in place of
 * any other, which is shown after the sign-in.
 */
export default function SignIn() {
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
  // The page stays blank during the check, so that no one starts to type into a form that disappears.
  if (needed !== false || session.phase !== 'error') return null
  return (
    <Suspense fallback={null}>
      <Steps session={session} />
    </Suspense>
  )
}

/**
 * Steps of the sign-in: the password, then the second factor, then what the session requires before anything
 * else.
 */
function Steps({ session }: { session: Session & { phase: 'error' } }) {
  const t = useTexts()
  const [mfaToken, setMfaToken] = useState(session.mfaToken ?? null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState(() => failureOf(session))
  if (session.must === 'sign_in.password_change_required') return <ChangePassword knownPassword={password} />
  if (session.must === 'sign_in.second_factor_required') return <EnrolFactor />
  if (mfaToken !== null) {
    const back = (failure: unknown): void => {
      setProblem(failure)
      setMfaToken(null)
    }
    return <SecondStep mfaToken={mfaToken} onBack={back} />
  }
  return (
    <SignPage title={t('sign.title')} lead={t('sign.lead')} foot={<Foot />}>
      <SignInForm problem={problem} onPassword={setPassword} onSecondStep={setMfaToken} />
      {(pageConfig().google || pageConfig().openid) && <OpenIdButtons />}
    </SignPage>
  )
}

/** Returns the failure that a session check or a redirect left. */
const failureOf = ({ message, unreachable }: Session & { phase: 'error' }): unknown => {
  if (unreachable) return new TypeError('no response')
  return message === null ? null : new Declined(message)
}

function Foot() {
  const t = useTexts('sign')
  return (
    <>
      <Link to={addressOf('/user/password/recovery')}>{t('links.forgotten')}</Link>
      {pageConfig().signUp && (
        <span>
          {t('links.none')} <Link to={addressOf('/signup')}>{t('links.signUp')}</Link>
        </span>
      )}
    </>
  )
}

function SignInForm({
  problem,
  onPassword,
  onSecondStep,
}: {
  problem: unknown
  onPassword: (password: string) => void
  onSecondStep: (mfaToken: string) => void
}) {
  const t = useTexts()
  const request = useRequest(problem)
  const [tried, setTried] = useState('')
  const { field, form } = usePlainForm({ identity: '', password: '' }, ({ identity, password }) => ({
    identity: identity.trim() === '' && t('sign.missingIdentity'),
    password: password === '' && t('sign.missingPassword'),
  }))
  const send = ({ identity, password }: { identity: string; password: string }) =>
    void request.run(async () => {
      setTried(identity.trim())
      onPassword(password)
      try {
        await signIn(identity.trim(), password)
      } catch (refused) {
        if (!(refused instanceof TokenRefusal) || refused.mfaToken === null) throw refused
        onSecondStep(refused.mfaToken)
      }
    })
  return (
    <>
      <SignForm {...form(send)} request={request} submit={t('sign.submit')}>
        <PlainField
          {...field('identity')}
          label={t('sign.identity')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PlainField
          {...field('password')}
          type="password"
          label={t('sign.password')}
          autoComplete="current-password"
        />
      </SignForm>
      {codeOf(request.failure) === 'sign_in.email_unconfirmed' && <SendAgain identifier={tried} />}
    </>
  )
}
