import type { AnswerOf, BodyOf, Endpoint, ExportFormat, Sheet } from '@stationmaster/contract'
import { requestFreshLogin } from './fresh-login.ts'
import { isObject } from './is-object.ts'
import { fetchData, pageConfig } from './page-config.ts'
import { type Refused, refusalText } from './refusal.ts'
import { freshToken, renewRefused } from './renew-token.ts'

/**
 * Kinds of failures of a call. `no-token`: not sent. `network`: the server could not be reached. `timeout`:
 * no response in time, the call may still be carried out. `empty`: a response that is not JSON. `refused`:
 * refused by the server, with its code, the field concerned and the id that finds it in the logs.
 */
export type CallFailureKind = 'no-token' | 'network' | 'timeout' | 'empty' | 'refused'

export type FailureParams = Readonly<Record<string, unknown>>

export class CallError extends Error {
  override name = 'CallError'
  readonly kind: CallFailureKind
  readonly status: number
  readonly code: string
  readonly field: string | null
  /** Parameters of the message, if any. */
  readonly params: FailureParams
  readonly correlation: string | null
  /** Message of the server, in English; `message` is in the user's language. */
  readonly original: string
  /** Seconds to wait, if the server sent them (429, 503). */
  readonly retryAfter: number | null

  constructor(
    kind: CallFailureKind,
    about: {
      status?: number
      code?: string
      message: string
      original?: string
      field?: string
      params?: FailureParams
      correlation?: string
      retryAfter?: number
    },
  ) {
    super(about.message)
    this.kind = kind
    this.status = about.status ?? 0
    this.code = about.code ?? kind
    this.field = about.field ?? null
    this.params = about.params ?? {}
    this.correlation = about.correlation ?? null
    this.original = about.original ?? about.message
    this.retryAfter = about.retryAfter ?? null
  }
}

/** Returns true if the server refused the request and carried nothing out: repeating it unchanged is pointless. */
export const isRefusal = (failure: unknown): boolean =>
  failure instanceof CallError &&
  failure.kind === 'refused' &&
  failure.status >= 400 &&
  failure.status < 500 &&
  failure.status !== 429

export interface CallOptions {
  signal?: AbortSignal
  /** Values of the `:name` parts of the path. */
  path?: Record<string, string>
  /** Token to use instead of that of the signed-in user. */
  bearer?: string
  /** Time limit for the response in ms, if not the default. */
  limitMs?: number
  /** Sends the request instead of `fetchData`. */
  fetcher?: typeof fetchData
}

/** The server limits each statement to 5 s, and few calls need more than one slow statement. */
export const usualLimitMs = 30_000

/**
 * Runs work that waits for the server; rejects with `timeout` after `limitMs`. The signal passed to the work
 * aborts then, and with `outer`.
 */
export function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  limitMs = usualLimitMs,
  outer?: AbortSignal,
): Promise<T> {
  const limit = new AbortController()
  const { signal } = limit
  const leave = (): void => limit.abort(outer?.reason)
  const timer = setTimeout(
    () => limit.abort(new CallError('timeout', { message: 'no answer in time' })),
    limitMs,
  )
  if (outer?.aborted) leave()
  outer?.addEventListener('abort', leave, { signal })
  const ended = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  )
  return Promise.race([work(signal), ended]).finally(() => clearTimeout(timer))
}

/** Steps that a login session must complete before anything else; the codes of the server's refusals. */
export type MustFirst = 'sign_in.password_change_required' | 'sign_in.second_factor_required'

export const mustFirstOf = (code: string): MustFirst | null =>
  code === 'sign_in.password_change_required' || code === 'sign_in.second_factor_required' ? code : null

let whenShutOut: (must: MustFirst | null) => void = () => {}

/** Sets the listener for calls that found the token invalid, or limited to one of these steps. */
export const onShutOut = (listener: typeof whenShutOut): void => {
  whenShutOut = listener
}

/**
 * Calls one endpoint of the contract. Throws `CallError`; an abort by `signal` throws the browser's
 * `AbortError`. If the server reports the token as expired, it is renewed once and the call repeated;
 * likewise if the server requires a fresh sign-in and the user completes it.
 */
export async function call<E extends Endpoint>(
  row: E,
  body: BodyOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const request = () =>
    inTime(
      async (signal) => {
        const response = await send(row, body, { ...options, signal })
        return (await readAnswer(row, response, signal)) as AnswerOf<E>
      },
      options.limitMs,
      options.signal,
    )
  try {
    return await request()
  } catch (failure) {
    if ((failure as CallError).code !== 'sign_in.fresh_required' || !(await requestFreshLogin()))
      throw failure
    return request()
  }
}

/** Content of an exported file: without a sheet all fields by their API names. */
export interface FileRequest {
  format: ExportFormat
  sheet?: Sheet
}

/** Fetches a list as a file, for a download. The server streams it; the browser collects it. */
export async function callFile<E extends Endpoint>(
  row: E,
  body: BodyOf<E>,
  { format, sheet }: FileRequest,
): Promise<Blob> {
  const wanted = sheet ? { ...(body as object), sheet } : body
  const response = await inTime((signal) => send(row, wanted, { signal, query: `?format=${format}` }))
  if (!response.ok) await readAnswer(row, response)
  return reached(row.path, response.blob())
}

/** Calls one endpoint and returns the response unchanged, for an API console. Throws `CallError` like `call`. */
export const callRaw = (
  row: Pick<Endpoint, 'path' | 'may' | 'subject'>,
  body: unknown,
  options: CallOptions = {},
): Promise<Response> => send(row as Endpoint, body, options)

async function send(
  row: Endpoint,
  body: unknown,
  options: CallOptions & { query?: string },
): Promise<Response> {
  const address = callAddress(row, options.path) + (options.query ?? '')
  const open = row.may === 'public' || !pageConfig().authorize || options.bearer
  const login = open ? null : await reached(address, freshToken())
  if (!open && !login) {
    whenShutOut(null)
    throw new CallError('no-token', { message: 'not signed in' })
  }
  const response = await post(address, body, { ...options, bearer: options.bearer ?? login?.access })
  if (!login || !isExpiry(response)) return response
  const renewed = await reached(address, renewRefused(login.access))
  if (!renewed) {
    whenShutOut(null)
    return response
  }
  return post(address, body, { ...options, bearer: renewed.access })
}

/** 401 is a failed sign-in; 403 means an expired token if it says so, otherwise a missing right. */
const isExpiry = (response: Response): boolean =>
  response.status === 401 || (response.status === 403 && response.headers.get('www-authenticate') !== null)

async function post(
  address: string,
  body: unknown,
  {
    bearer,
    signal,
    fetcher = fetchData,
  }: { bearer: string | undefined } & Pick<CallOptions, 'signal' | 'fetcher'>,
): Promise<Response> {
  const asked = fetcher(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, */*;q=0.5',
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
    },
    body: JSON.stringify(body ?? {}),
    cache: 'no-store',
    mode: 'cors',
    credentials: 'omit',
    ...(signal ? { signal } : {}),
  })
  return reached(address, asked, signal)
}

/**
 * Converts the browser's TypeError of an unreachable server to a failure with a kind; an abort stays an
 * abort.
 */
async function reached<T>(address: string, asked: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await asked
  } catch (failure) {
    if (signal?.aborted) throw failure
    const message = failure instanceof Error ? failure.message : String(failure)
    log(`${address}: ${message}`)
    throw new CallError('network', { message })
  }
}

async function readAnswer(row: Endpoint, response: Response, signal?: AbortSignal): Promise<unknown> {
  // A truncated body is a network failure; only a complete body that is not JSON is invalid.
  const read = response.json().catch((failure: unknown) => {
    if (!(failure instanceof SyntaxError)) throw failure
  })
  const answer: unknown = await reached(row.path, read, signal)
  const failure = failureIn(answer, response.ok)
  if (response.ok && !failure && answer !== undefined) return answer
  const correlation = failure?.correlation ?? response.headers.get('x-request-id') ?? undefined
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  if (!failure) {
    const message = 'API Server did not respond correctly'
    log(`${row.path}: ${response.status}: ${message}`)
    throw new CallError('empty', { status: response.status, message, correlation, retryAfter })
  }
  log(`${row.path}: ${response.status}: ${failure.message}`)
  const must = mustFirstOf(failure.code)
  if (must) whenShutOut(must)
  const about = { ...failure, message: await refusalText(failure), original: failure.message }
  throw new CallError('refused', { ...about, status: response.status, correlation, retryAfter })
}

interface Located {
  field?: string
  correlation?: string
}

type Sent = Partial<Refused & Located & { error_description: string }>

/**
 * Recognizes `{error: {code, message, ...}}`, or flat as in OAuth. A station's own `{error: true, ...}` is an
 * answer, and so is a row with a column of that name: why a mail could not be sent.
 */
function failureIn(answer: unknown, isServed: boolean): (Refused & Located) | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null
  const { error } = answer
  const isFlat = typeof error === 'string' && !isServed
  if (!isFlat && !isObject(error)) return null
  const about = (isFlat ? answer : error) as Sent
  const { code, params, cause, field, correlation } = about
  return {
    code: code ?? (isFlat ? error : 'unknown'),
    message: about[isFlat ? 'error_description' : 'message'] ?? (isFlat ? error : ''),
    field,
    params: isObject(params) ? params : undefined,
    cause,
    correlation,
  }
}

/** Returns the address of an endpoint. */
export function callAddress(
  row: Pick<Endpoint, 'path' | 'subject' | 'root'>,
  path: Record<string, string> = {},
): string {
  const config = pageConfig()
  const tools = row.subject === 'OCPP tools'
  const domain = tools ? config.ocppApiDomain || config.apiDomain : config.apiDomain
  const base = row.root ? '' : tools ? config.ocppApiPath : config.apiPath
  return (
    domain + base + row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  )
}

/** Failures are logged here; the caller shows them. */
function log(line: string): void {
  if (pageConfig().debug) console.warn(line)
}
