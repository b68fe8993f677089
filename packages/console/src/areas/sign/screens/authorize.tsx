import { AuthorizationRequest, sessionAuthorize } from '@stationmaster/contract'
import { lazy, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { call } from '../../../lib/call.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useSession } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormFailure } from '../form-failure.tsx'
import { SignPage } from '../sign-page.tsx'

const SignIn = lazy(() => import('./sign-in.tsx'))

/**
 * Target of the server's redirect from another application of this installation: a user who is signed in
 * here, or signs in now, is authorized immediately and returns there.
 */
export default function Authorize() {
  const t = useTexts('sign')
  const { phase } = useSession()
  const { search } = useLocation()
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (phase !== 'authorized') return
    const stop = new AbortController()
    call(sessionAuthorize, requestFrom(search), { signal: stop.signal }).then(
      ({ redirect }) => location.replace(redirect),
      (reason: unknown) => {
        if (!stop.signal.aborted) setFailure(reason)
      },
    )
    return () => stop.abort()
  }, [phase, search])
  if (phase === 'error') return <SignIn />
  if (failure === null) return null
  return (
    <SignPage title={t('let.title')} foot={<Link to={addressOf('/')}>{t('links.main')}</Link>}>
      <FormFailure failure={failure} />
    </SignPage>
  )
}

/** Returns the parameters of the application's request; the server checks them against its registration. */
function requestFrom(search: string) {
  const query = new URLSearchParams(search)
  const values = {
    response_type: '',
    client_id: '',
    redirect_uri: '',
    code_challenge_method: '',
    code_challenge: '',
  }
  const names = Object.keys(AuthorizationRequest.properties)
  const present = names.flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : []))
  return { ...values, ...(Object.fromEntries(present) as Record<string, string>) }
}
