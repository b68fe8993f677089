import type { AnswerOf, BodyOf, Endpoint } from '@stationmaster/contract'
import { askForProof } from './fresh-login.ts'
import { isObject } from './is-object.ts'
import { pageConfig } from './page-config.ts'
import { freshToken, renewRefused } from './renew-token.ts'

/**
 * What can go wrong with a call. `no-token`: not sent. `network`: nobody answered. `timeout`: no answer came in time,
 * the call may still be carried out. `empty`: an answer that is no JSON. `refused`: the server's own no, with its code, the field it means and the id that finds it in the logs.
 */
export type CallFailureKind = 'no-token' | 'network' | 'timeout' | 'empty' | 'refused'

export type FailureParams = Readonly<Record<string, unknown>>

export class CallError extends Error {
  override name = 'CallError'
  readonly kind: CallFailureKind
  readonly status: number
  readonly code: string
  readonly field: string | null
  /** Values of the message, where the server gives them. */
  readonly params: FailureParams
  readonly correlation: string | null
  /** The message as the server wrote it, in English; `message` is in the language of the page. */
  readonly original: string
  /** Seconds to wait, when the server said so (429, 503). */
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

export interface CallOptions {
  signal?: AbortSignal
  /** Values of the `:name` parts of the path. */
  path?: Record<string, string>
  /** Asks with this token and not as who is signed in. */
  bearer?: string
  /** Time for the answer in ms, if not the usual one. */
  limitMs?: number
}

/** The server gives each statement 5 s, and few calls need more than one that lasts. */
const usualLimitMs = 30_000

/**
 * Runs work that waits for the server, and rejects with a `timeout` when it lasts longer than `limitMs`. The signal
 * that the work gets aborts then, and with `outer`.
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

/** What a session must do before it may do anything else; the codes of the server's refusals. */
export type MustFirst = 'password_change_required' | 'totp_required'

export const mustFirstOf = (code: string): MustFirst | null =>
  code === 'password_change_required' || code === 'totp_required' ? code : null

let whenShutOut: (must: MustFirst | null) => void = () => {}

/** The session wants to know when a call found the token gone, or good for one thing only. */
export const onShutOut = (listener: typeof whenShutOut): void => {
  whenShutOut = listener
}

let word = async ({ message }: Pick<CallError, 'code' | 'message'> & { params?: FailureParams }) => message

/** Sets what words the refusals of the server in the language of the page; without it they stay English. */
export const onRefusal = (words: typeof word): void => {
  word = words
}

/**
 * Asks one endpoint of the contract. Throws `CallError`; an abort by `signal` throws the browser's `AbortError`.
 * A token that the server finds expired is renewed once and the call repeated; so it is when the server wants the
 * password again and the person shows it.
 */
export async function call<E extends Endpoint>(
  row: E,
  body: BodyOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const ask = () =>
    inTime(
      async (signal) => {
        const response = await send(row, callAddress(row, options.path), body, { ...options, signal })
        return (await readAnswer(row, response, signal)) as AnswerOf<E>
      },
      options.limitMs,
      options.signal,
    )
  try {
    return await ask()
  } catch (failure) {
    if ((failure as CallError).code !== 'fresh_login_required' || !(await askForProof())) throw failure
    return ask()
  }
}

/** Fetches a list as CSV, for a download. The server streams it; the browser gathers it. */
export async function callCsv<E extends Endpoint>(
  row: E,
  body: BodyOf<E>,
  options: CallOptions = {},
): Promise<Blob> {
  const address = `${callAddress(row, options.path)}?format=csv`
  const response = await inTime(
    (signal) => send(row, address, body, { ...options, signal }),
    options.limitMs,
    options.signal,
  )
  if (!response.ok) await readAnswer(row, response, options.signal)
  return response.blob()
}

/** Asks one endpoint and answers what came back as it came, for a console of calls. Throws `CallError` like `call`. */
export const callRaw = (
  row: Pick<Endpoint, 'path' | 'may' | 'subject'>,
  body: unknown,
  options: CallOptions = {},
): Promise<Response> => send(row as Endpoint, callAddress(row, options.path), body, options)

async function send(row: Endpoint, address: string, body: unknown, options: CallOptions): Promise<Response> {
  const open = row.may === 'public' || !pageConfig().authorize || options.bearer
  const login = open ? null : await reached(address, freshToken())
  if (!open && !login) {
    whenShutOut(null)
    throw new CallError('no-token', { message: 'not signed in' })
  }
  const response = await post(address, body, options.bearer ?? login?.access ?? null, options.signal)
  if (!login || !isExpiry(response)) return response
  const renewed = await reached(address, renewRefused(login.access))
  if (!renewed) {
    whenShutOut(null)
    return response
  }
  return post(address, body, renewed.access, options.signal)
}

/** 401 is a bad login; 403 says the same of an expired token, and otherwise that the caller may not. */
const isExpiry = (response: Response): boolean =>
  response.status === 401 || (response.status === 403 && response.headers.get('www-authenticate') !== null)

async function post(
  address: string,
  body: unknown,
  bearer: string | null,
  signal?: AbortSignal,
): Promise<Response> {
  const asked = fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/csv',
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

/** Nobody answered: the browser's TypeError becomes a failure with a kind; an abort stays an abort. */
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
  // A body that was cut off is no wrong answer: only what is whole and no JSON is.
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
  const about = { ...failure, message: await word(failure), original: failure.message }
  throw new CallError('refused', { ...about, status: response.status, correlation, retryAfter })
}

/**
 * `{error: {code, message, ...}}`, or flat as OAuth has it. A station's own `{error: true, ...}` is an answer, and so is
 * a row that was served with a column of that name: why a mail could not be sent.
 */
function failureIn(
  answer: unknown,
  isServed: boolean,
): { code: string; message: string; field?: string; params?: FailureParams; correlation?: string } | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null
  const { error } = answer
  if (typeof error === 'object' && error !== null) {
    const { code, message, field, correlation } = error as Record<string, string | undefined>
    const params = 'params' in error && isObject(error.params) ? error.params : undefined
    return { code: code ?? 'unknown', message: message ?? '', field, params, correlation }
  }
  if (typeof error !== 'string' || isServed) return null
  const description = 'error_description' in answer ? String(answer.error_description) : error
  return { code: error, message: description }
}

/** Where an endpoint is reached. */
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

/** Failures are logged, and shown where they happened by whoever asked. */
function log(line: string): void {
  if (pageConfig().debug) console.warn(line)
}
