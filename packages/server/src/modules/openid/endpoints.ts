import { type Refusal, refuse } from '../../shared/refusal.ts'
import { isTransient } from '../../storage/transient.ts'
import { authorizationEndpoint, isAuthorization, type Redirect, redirectTo } from '../identity/index.ts'
import { beginOpenId } from './begin-open-id.ts'
import { completeOpenId, logProblem } from './complete-open-id.ts'
import type { OpenIdDeps, Visit } from './deps.ts'
import { problemOf, refusedProblem } from './problem.ts'
import { pageStateOf, problemAddress, withPageState } from './visit.ts'
import { Provider } from './provider.ts'

type Answer = Promise<Redirect | Refusal>
type Step = (deps: OpenIdDeps, provider: Provider, visit: Visit) => Promise<Redirect>

export interface OpenIdEndpoints {
  /** `/oauth2/authorize`, for our own clients as well as with `provider` */
  authorize: (visit: Visit) => Answer
  /** `/oauth2/code/:provider` */
  code: (visit: Visit) => Answer
}

/** Returns the two endpoints that browsers navigate to. Errors are shown on the sign-in page, not as JSON. */
export function openIdEndpoints(deps: OpenIdDeps): OpenIdEndpoints {
  const providers = new Map<string, Provider>(
    deps.providers.map((one) => [one.code, new Provider(one, deps.clock)]),
  )
  const take = async (step: Step, code: string | undefined, visit: Visit): Answer => {
    const provider = providers.get(code ?? '')
    if (!provider) return refuse('openid.provider_unknown', { field: 'provider' })
    try {
      return await step(deps, provider, visit)
    } catch (error) {
      return redirectTo(
        problemAddress(problemFor(deps, provider, { visit, error }), null, stateOfPage(visit)),
      )
    }
  }
  return {
    // browsers use one URL for both: our own clients, and users who sign in with an OpenID provider
    authorize: async (visit) =>
      isAuthorization(visit.query)
        ? authorizationEndpoint(deps.identity, visit.query)
        : take(beginOpenId, visit.query.provider, visit),
    code: (visit) => take(completeOpenId, visit.params.provider, visit),
  }
}

/** Returns the state of the page: it is sent unchanged at the beginning and appended to ours on the return. */
const stateOfPage = ({ query }: Visit): string | undefined =>
  query.provider === undefined ? pageStateOf(query.state) : pageStateOf(withPageState('', query.state))

function problemFor(
  deps: OpenIdDeps,
  provider: Provider,
  { visit: { correlation }, error }: { visit: Visit; error: unknown },
) {
  const problem = problemOf(error, provider.name)
  if (problem) {
    logProblem(deps, provider, { error, problem: problem.error })
    return problem
  }
  if (isTransient(error)) {
    deps.log.warn({ err: error, correlation }, 'openid: storage unavailable')
    return refusedProblem(refuse('server.storage_unavailable'))
  }
  deps.log.error({ err: error, correlation }, 'openid: a sign-in failed')
  return refusedProblem(refuse('server.unexpected'))
}
