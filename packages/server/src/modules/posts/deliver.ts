import { type LookupAddress, lookup as resolveHost } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ReplacedAttempt } from '../../storage/attempt.ts'
import type { AllowedAddresses } from './allowed.ts'

/** Result of an attempt. `refused` is final, `failed` may succeed later. */
export type Delivered =
  | { kind: 'sent'; status: number }
  | { kind: 'refused' | 'failed'; status: number | null; why: string }

export interface Delivery {
  id: string
  url: string
  body: string | Buffer
  headers?: Readonly<Record<string, string>>
}

type Resolve = (
  host: string,
  options: { all: true },
  found: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export interface DeliverOptions {
  /**
   * Called immediately before the request is sent, over a connection that is open; false prevents it: another process
   * has begun the next attempt.
   */
  isCurrent: () => Promise<boolean>
  allowed: AllowedAddresses
  timeoutMs: number
  /** DNS lookup to use. */
  resolve?: Resolve
}

/** Bytes read of an answer; only its status matters, so a longer one is aborted. */
const maxAnswerBytes = 65_536
/** Too early, too many requests, and server errors: a later attempt may succeed. */
const retryableStatuses = new Set([408, 425, 429])

/** Posts once. Never throws for failures of the receiver, the network or the address. */
export async function deliver(post: Delivery, options: DeliverOptions): Promise<Delivered> {
  const refusal = options.allowed.refusal(post.url)
  if (refusal) return { kind: 'refused', status: null, why: refusal.message }
  const url = new URL(post.url)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // a literal IP address is not looked up, so it is checked here
  if (isIP(host) !== 0 && !options.allowed.mayReach(url.hostname, host)) return notReached
  try {
    const status = await send(url, post, options)
    if (status >= 200 && status < 300) return { kind: 'sent', status }
    if (status >= 300 && status < 400)
      return { kind: 'refused', status, why: `HTTP ${status}: redirects are not followed` }
    return {
      kind: status >= 500 || retryableStatuses.has(status) ? 'failed' : 'refused',
      status,
      why: `HTTP ${status}`,
    }
  } catch (error) {
    if (error instanceof NotReached) return notReached
    const why = error instanceof ReplacedAttempt ? error.message : reasonOf(error)
    return { kind: 'failed', status: null, why }
  }
}

class NotReached extends Error {}
const notReached: Delivered = {
  kind: 'refused',
  status: null,
  why: 'the host is in a network that the server may not reach',
}

function send(url: URL, { id, body, headers = {} }: Delivery, options: DeliverOptions): Promise<number> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      // a new connection each time, so that the address is checked again
      agent: false,
      lookup: guardedLookup(url.hostname, options),
      signal: AbortSignal.timeout(options.timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': bytes.length,
        'user-agent': 'Stationmaster',
        // the same for each attempt of a post, so that the receiver can detect duplicates
        'idempotency-key': id,
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let length = 0
      const done = () => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      }
      response.on('data', (part: Buffer) => {
        length += part.length
        if (length > maxAnswerBytes) done()
      })
      response.on('end', done).on('error', done).on('close', done)
    })
    // until then nothing is sent, not even the headers
    request.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        options.isCurrent().then(
          (is) => (is ? request.end(bytes) : request.destroy(new ReplacedAttempt())),
          (error: Error) => request.destroy(error),
        )
      }),
    )
  })
}

/** Looks up the host and connects to the addresses that were checked here, without a second lookup in between. */
const guardedLookup =
  (hostname: string, { allowed, resolve = resolveHost }: DeliverOptions): LookupFunction =>
  (name, { all }, answer) =>
    resolve(name, { all: true }, (error, found) => {
      if (error) return answer(error, [])
      // one internal address makes the whole answer suspicious
      const isOpen = found.length > 0 && found.every(({ address }) => allowed.mayReach(hostname, address))
      if (!isOpen) return answer(new NotReached(), [])
      if (all) answer(null, found)
      else answer(null, found[0]!.address, found[0]!.family)
    })

/** Returns the reason without the address, whose path may be a secret. */
function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR') return 'no answer in time'
  return `the connection failed (${(code ?? 'unknown').slice(0, 60)})`
}
