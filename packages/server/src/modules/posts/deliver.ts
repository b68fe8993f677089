import { type LookupAddress, lookup as resolveHost } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { AllowedAddresses } from './allowed.ts'

/** How a try ended. `refused` is for good, `failed` may go better with the next try. */
export type Delivered =
  | { kind: 'sent'; status: number }
  | { kind: 'refused' | 'failed'; status: number | null; why: string }

export interface Delivery {
  id: string
  url: string
  body: string
}

type Resolve = (
  host: string,
  options: { all: true },
  found: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export interface DeliverOptions {
  allowed: AllowedAddresses
  timeoutMs: number
  /** How hosts are looked up. */
  resolve?: Resolve
}

/** Of an answer nothing but the status is of interest; one that goes on for longer is cut. */
const mostAnswerBytes = 65_536
/** Too early, too many, or their trouble: these may go better later. */
const mayPass = new Set([408, 425, 429])

/** Posts once. Never throws for what the other side, the network or the address does. */
export async function deliver(post: Delivery, options: DeliverOptions): Promise<Delivered> {
  const no = options.allowed.refusal(post.url)
  if (no) return { kind: 'refused', status: null, why: no }
  const url = new URL(post.url)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // an address that is written out is not looked up, so it is held against the rules here
  if (isIP(host) !== 0 && !options.allowed.mayReach(url.hostname, host)) return notReached
  try {
    const status = await send(url, post, options)
    if (status >= 200 && status < 300) return { kind: 'sent', status }
    if (status >= 300 && status < 400)
      return { kind: 'refused', status, why: `HTTP ${status}: another address is not followed` }
    return {
      kind: status >= 500 || mayPass.has(status) ? 'failed' : 'refused',
      status,
      why: `HTTP ${status}`,
    }
  } catch (error) {
    return error instanceof NotReached ? notReached : { kind: 'failed', status: null, why: reasonOf(error) }
  }
}

class NotReached extends Error {}
const notReached: Delivered = {
  kind: 'refused',
  status: null,
  why: 'the host lies in a network that scripts may not reach',
}

function send(url: URL, { id, body }: Delivery, options: DeliverOptions): Promise<number> {
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      // a line of its own each time: none is kept open to a place that may have moved
      agent: false,
      lookup: guardedLookup(url.hostname, options),
      signal: AbortSignal.timeout(options.timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': bytes.length,
        'user-agent': 'Stationmaster',
        // the same for each try of one post, so that the other side can tell a repetition
        'idempotency-key': id,
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
        if (length > mostAnswerBytes) done()
      })
      response.on('end', done).on('error', done).on('close', done)
    })
    request.end(bytes)
  })
}

/** Looks the host up and lets the connection be made to what was checked here: no second answer comes between. */
const guardedLookup =
  (hostname: string, { allowed, resolve = resolveHost }: DeliverOptions): LookupFunction =>
  (name, { all }, answer) =>
    resolve(name, { all: true }, (error, found) => {
      if (error) return answer(error, [])
      // one that leads inside makes the whole answer suspect
      const isOpen = found.length > 0 && found.every(({ address }) => allowed.mayReach(hostname, address))
      if (!isOpen) return answer(new NotReached(), [])
      if (all) answer(null, found)
      else answer(null, found[0]!.address, found[0]!.family)
    })

/** In words without the address: its path may be a secret. */
function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR') return 'no answer in time'
  return `the connection failed (${(code ?? 'unknown').slice(0, 60)})`
}
