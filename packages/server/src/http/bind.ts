import {
  type Access,
  type Endpoint,
  exportBody,
  type ExportFormat,
  exportFormats,
  isCompressed,
  isQuery,
} from '@stationmaster/contract'
import type { Clock } from '../shared/clock.ts'
import type { TSchema } from 'typebox'
import type { FairQueue } from '../shared/fair-queue.ts'
import { type Handlers, isOtherAnswer } from '../shared/handlers.ts'
import type { LogEvent } from '../shared/log-event.ts'
import type { Log } from '../shared/log.ts'
import { isRefusal, type Refusal, refuse } from '../shared/refusal.ts'
import type { Viewer } from '../shared/scope.ts'
import { exportReply } from './export-reply.ts'
import { ExportSlots } from './export-slots.ts'
import { failureReply, thrownRefusal } from './failures.ts'
import { type BodyReader, bodyReader } from './read-body.ts'
import { guard } from './guard.ts'
import { isForPerson } from './may-list.ts'
import { bearerOf, type Caller } from './viewer.ts'
import { type AnyHandler, jsonReply, type WebCall, type WebReply, type WebRoute } from './web-call.ts'

export interface BindDeps {
  callerOf: (token: string) => Promise<Caller | Refusal>
  /** Returns the caller of a request without a token; absent if everyone must sign in. */
  withoutSignIn?: (call: WebCall) => Promise<Caller | Refusal>
  /** Returns true if a thrown error means that the database is unavailable. */
  isStorageAway: (error: unknown) => boolean
  /** Runs a handler with tenant isolation for the viewer. */
  withTenant: <T>(viewer: Viewer, work: () => Promise<T>) => Promise<T>
  /** Runs a handler with the connections that its request may use (storage/lanes.ts). */
  inLane: <T>(lane: 'query' | 'replica' | 'short', work: () => Promise<T>) => Promise<T>
  /** Runs a query on the read replica if it is current, else on the primary; absent without a replica. */
  runRead?: <T>(
    endpoint: string,
    work: { onReplica: () => Promise<T>; onPrimary: () => Promise<T> },
  ) => Promise<T>
  /** Schedules queries. */
  queries: FairQueue
  /** Returns the parameters of a request as a log may store them. */
  shownParameters: (row: Endpoint, params: Readonly<Record<string, string>>, body: unknown) => string | null
  /** Writes entries to the event log. */
  logEvent: LogEvent
  clock: Clock
  log: Log
}

const kibibyte = 1024
/** Returns the maximum length of a body in bytes if its row has none; less for unauthenticated callers. */
const defaultMaxBytes = ({ may }: Endpoint): number =>
  may === 'public' || may === 'machine' ? 16 * kibibyte : 1024 * kibibyte

/** Creates a route for each row. Throws if a row has no handler or a handler no row. */
export function bindEndpoints(
  rows: Record<string, Endpoint>,
  handlers: Handlers,
  deps: BindDeps,
): WebRoute[] {
  const given = handlers as Partial<Record<string, AnyHandler>>
  const missing = Object.keys(rows).filter((name) => given[name] === undefined)
  const stray = Object.keys(handlers).filter((name) => rows[name] === undefined)
  if (missing.length > 0 || stray.length > 0)
    throw new Error(
      `endpoints without a handler: ${missing.join(', ')}; handlers without a row: ${stray.join(', ')}`,
    )
  const slots = new ExportSlots()
  return Object.entries(rows).map(([name, row]) => {
    // requests before sign-in concern no account, even from a signed-in user
    const handler = row.may === 'machine' ? given[name]! : isolated(given[name]!, deps)
    const scheduled = isQuery(row) ? queued(row, handler, deps) : short(handler, deps)
    return bindEndpoint(row, scheduled, { deps, slots })
  })
}

/** Requests that a console sends by itself to keep its live connection. */
const isLine = /^\/live\//

/**
 * The entry point for queries: they are scheduled fairly and use separate connections. Lists reject requests
 * that bypassed it (`requireQueryLane`).
 */
const queued =
  (row: Endpoint, handler: AnyHandler, { inLane, queries, runRead }: BindDeps): AnyHandler =>
  (viewer, body, call) => {
    if (!viewer) throw new Error('a query needs a viewer')
    const inThis = (lane: 'query' | 'replica') => () => inLane(lane, () => handler(viewer, body, call))
    const onPrimary = inThis('query')
    // endpoints that change something need the primary, although they contain a query
    const mayUseReplica = runRead !== undefined && row.use.verb === 's'
    const work = mayUseReplica
      ? () => runRead(row.path, { onReplica: inThis('replica'), onPrimary })
      : onPrimary
    return queries.run(viewer, work, call.signal)
  }

const short =
  (handler: AnyHandler, { inLane }: BindDeps): AnyHandler =>
  (viewer, body, call) =>
    inLane('short', () => handler(viewer, body, call))

const isolated =
  (handler: AnyHandler, { withTenant }: BindDeps): AnyHandler =>
  (viewer, body, call) =>
    viewer ? withTenant(viewer, () => handler(viewer, body, call)) : handler(viewer, body, call)

export const addressOf = (row: Endpoint): string => (row.root ? row.path : `/api/v1${row.path}`)

/** Returns true for endpoints whose errors are flat (RFC 6749, 5.2). */
export const isOAuth = (row: Endpoint): boolean => row.path.startsWith('/oauth2/')

function bindEndpoint(row: Endpoint, handler: AnyHandler, { deps, slots }: Shared): WebRoute {
  const read = lazyReader(row, () => row.body)
  const readExport = lazyReader(row, () => exportBody(row))
  return {
    method: row.method ?? 'POST',
    path: addressOf(row),
    maxBytes: row.maxBytes ?? defaultMaxBytes(row),
    maxPerMinute: row.maxPerMinute,
    journal: isLine.test(row.path) ? undefined : row.path,
    compressed: isCompressed(row),
    answer: async (call) => {
      const about = { correlation: call.correlation, isOAuth: isOAuth(row) }
      try {
        const answer = await answerCall({ row, handler, read, readExport, deps, slots }, call)
        return 'no' in answer ? failureReply(answer.no, { ...about, headers: answer.headers }) : answer
      } catch (error) {
        const no = thrownRefusal(error, deps.log, {
          correlation: call.correlation,
          isStorageAway: deps.isStorageAway(error),
        })
        return failureReply(no, about)
      }
    },
  }
}

/** Returns a reader that is compiled on first use: compiling all would add a tenth of a second to the start. */
function lazyReader(row: Endpoint, schema: () => TSchema): BodyReader {
  let reader: BodyReader | undefined
  return (text) => (reader ??= bodyReader(schema(), row.isVerbatim ?? false))(text)
}

/** What all endpoints share. */
interface Shared {
  deps: BindDeps
  slots: ExportSlots
}

interface Bound extends Shared {
  row: Endpoint
  handler: AnyHandler
  read: BodyReader
  /** Reads the body of a list that is requested as a file. */
  readExport: BodyReader
}
type No = { no: Refusal; headers?: Readonly<Record<string, string>> }

async function answerCall(bound: Bound, call: WebCall): Promise<WebReply | No> {
  const { row, handler, deps, slots } = bound
  const authenticated = await authenticateCaller(row.may, call, deps)
  if ('no' in authenticated) return authenticated
  const { viewer } = authenticated
  const format = readFormat(row, call)
  if (isRefusal(format)) return { no: format }
  const body =
    row.method === 'GET'
      ? { value: {} }
      : readBody(row, format === 'json' ? bound.read : bound.readExport, call)
  if ('no' in body) return body
  call.note({ viewer, parameters: deps.shownParameters(row, call.params, body.value) })
  const no = guard({ row, caller: authenticated.caller, body: body.value, call, now: deps.clock.now() })
  if (no) return { no: no }
  if (format !== 'json') return exportReply({ format, row, handler, viewer, body: body.value, call, slots })
  const answer = await handler(viewer, body.value, call)
  if (isRefusal(answer)) return { no: answer }
  // correlation id of the request in the log
  const headers = { 'x-request-id': call.correlation }
  if (isOtherAnswer(answer)) return jsonReply(answer.status, answer.body, headers)
  return jsonReply(200, answer, headers)
}

function readFormat(row: Endpoint, call: WebCall): 'json' | ExportFormat | Refusal {
  const unknown = Object.keys(call.query).find((key) => key !== 'format')
  if (unknown !== undefined && row.method !== 'GET')
    return refuse('value.unknown_key', { key: unknown.slice(0, 60), known: 'format', field: unknown })
  const { format = 'json' } = call.query
  if (format === 'json' || row.method === 'GET') return 'json'
  const file = row.csv ? exportFormats.find((known) => known === format) : undefined
  const values = row.csv ? ['json', ...exportFormats].join(', ') : 'json'
  return file ?? refuse('value.not_listed', { values, field: 'format' })
}

const formBody = 'application/x-www-form-urlencoded'

/**
 * Reads JSON, or for the token endpoint also a form. The content type is required, so that a page of another
 * origin cannot send a simple POST.
 */
function readBody(row: Endpoint, read: BodyReader, call: WebCall): { value: unknown } | No {
  const type = (call.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (type === formBody && isOAuth(row))
    return read(JSON.stringify(Object.fromEntries(new URLSearchParams(call.body))))
  if (type !== 'application/json' && call.body !== '') return { no: refuse('request.not_json_type') }
  return read(call.body)
}

/** Authenticates and authorizes the caller in one place; the scope of each query decides which rows they see. */
async function authenticateCaller(
  may: Access,
  call: WebCall,
  deps: BindDeps,
): Promise<{ viewer: Viewer | null; caller: Caller | null } | No> {
  if (may === 'public') return { viewer: null, caller: null }
  const token = bearerOf(call.header('authorization'))
  if (token === null && !deps.withoutSignIn) return noLogin(refuse('token.missing'))
  const caller = await (token === null ? deps.withoutSignIn!(call) : deps.callerOf(token))
  if (isRefusal(caller)) return token === null ? { no: caller } : noLogin(caller)
  if (caller.kind === 'machine')
    return may === 'machine' ? { viewer: null, caller } : { no: refuse('access.machine_token') }
  // the caller is cached across requests, the viewer belongs to this one
  const viewer = { ...caller.viewer, correlation: call.correlation }
  call.note({ viewer, parameters: null })
  if (!caller.auth.isIpAllowed(call.address)) {
    deps.logEvent({
      type: 'warning',
      code: 'sign-in',
      event: 'address refused',
      text: call.address,
      account: viewer.accountId,
      user: viewer,
      session: viewer.session,
      correlation: call.correlation,
    })
    return { no: refuse('access.address_refused', { address: call.address }) }
  }
  if (!isForPerson(viewer, may)) return { no: refusalByRole(may) }
  return { viewer, caller }
}

const refusalByRole = (may: Endpoint['may']): Refusal => {
  if (may === 'admin') return refuse('access.administrators_only')
  return refuse(may === 'client' ? 'access.clients_only' : 'access.operators_only')
}

const noLogin = (no: Refusal): No => ({
  no,
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
})
