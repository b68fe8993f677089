import { endpoints } from '@stationmaster/contract'
import { Compile } from 'typebox/compile'
import { type AllHandlers, type Handler, type WebRequest } from '../shared/handlers.ts'
import { type Refusal, refuse } from '../shared/refusal.ts'
import type { InternalRequests } from '../shared/internal-requests.ts'
import { refuseBySchema } from '../shared/refuse-by-schema.ts'
import type { Viewer } from '../shared/scope.ts'
import type { BindDeps } from './bind.ts'
import { refusalByRights } from './guard.ts'
import { isForPerson } from './may-list.ts'

/**
 * Returns functions with which work that continues without a request uses endpoints for a user: with the same
 * checks of role, areas, rights and body, tenant isolation and handler. The freshness of the sign-in was checked when the
 * work was started.
 */
export const internalRequests = (
  handlers: () => AllHandlers,
  { withTenant }: Pick<BindDeps, 'withTenant'>,
): InternalRequests => ({
  refusal,
  within: (viewer, work) => withTenant(viewer, work),
  request: async (viewer, name, { body, signal }) => {
    const refused = refusal(viewer, name, body) ?? refuseBody(name, body)
    if (refused) return refused
    const handler = handlers()[name] as Handler<typeof name>
    const answer = await withTenant(viewer, () => handler(viewer, body as never, requestOf(viewer, signal)))
    return answer as never // a type of the row, or a refusal
  },
})

function refusal(viewer: Viewer, name: keyof AllHandlers, body: unknown): Refusal | null {
  const row = endpoints[name]!
  return isForPerson(viewer, row.may) ? refusalByRights(row, viewer, body) : refuse('access.operators_only')
}

const schemas = new Map<string, ReturnType<typeof Compile>>()

function refuseBody(name: keyof AllHandlers, body: unknown): Refusal | null {
  const { body: schema } = endpoints[name]!
  const compiled = schemas.get(name) ?? Compile(schema)
  schemas.set(name, compiled)
  return compiled.Check(body) ? null : refuseBySchema(schema, body, compiled.Errors(body))
}

const requestOf = ({ correlation = '' }: Viewer, signal: AbortSignal): WebRequest => ({
  params: {},
  body: '',
  header: () => undefined,
  address: '',
  agent: '',
  origin: '',
  correlation,
  signal,
})
