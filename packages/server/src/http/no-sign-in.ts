import { isIP } from 'node:net'
import { networkList } from '../shared/peer-address.ts'
import { type Refusal, refuse } from '../shared/refusal.ts'
import type { WebCall } from './web-call.ts'

interface NoSignInOptions {
  /** Addresses and networks whose callers need not sign in. */
  networks: readonly string[]
  /** URL of the server, if configured. */
  publicUrl: string | undefined
  /** Origins of other pages that may send requests. */
  origins: readonly string[]
}

/**
 * Creates the rule that decides whether a request without a token is accepted while sign-in is switched off:
 * it returns null, or the reason for the rejection. The address of the caller must be in one of the networks.
 * A browser on such an address may show any page, so the request must also come from the console's own page,
 * and be sent to a host that no other page can claim (DNS rebinding): an IP address, localhost or the host of
 * PUBLIC_URL.
 */
export function noSignInRule(options: NoSignInOptions): (call: WebCall) => Refusal | null {
  const isInside = networkList(options.networks)
  const publicHost = options.publicUrl && new URL(options.publicUrl).host
  return (call) => {
    if (call.isViaUnknownProxy) return refuse('access.local_only_proxy')
    if (!isInside(call.address)) return refuse('access.local_only', { address: call.address })
    const host = call.header('host') ?? ''
    if (host !== publicHost && !isOwnName(host))
      return refuse('access.local_only_host', { host: host.slice(0, 200) })
    const origin = call.header('origin')
    const isOwn = origin === undefined || hostOf(origin) === host || options.origins.includes(origin)
    return isOwn ? null : refuse('access.local_only_page')
  }
}

/** Returns true for hosts that DNS rebinding cannot use: IP addresses and localhost. */
function isOwnName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)
