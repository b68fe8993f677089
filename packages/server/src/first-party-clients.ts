import type { Environment } from './environment.ts'
import type { FirstPartyClient } from './shared/config.ts'
import { StartProblem } from './shared/start-problem.ts'

const example = 'portal=https://portal.example.org/back'

/** Reads the clients that the environment lists: `<id>=<address>[,<address>…]`, separated by spaces. */
export function firstPartyClients({
  OAUTH_CLIENTS: text,
}: Pick<Environment, 'OAUTH_CLIENTS'>): FirstPartyClient[] {
  const clients = text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part): FirstPartyClient => {
      const [, id, list] = /^([\w.-]{1,64})=(.+)$/.exec(part) ?? []
      if (!id || !list)
        throw new StartProblem(`OAUTH_CLIENTS has "${part.slice(0, 80)}"; it should be like ${example}`)
      return { id, redirects: list.split(',').map((address) => redirectAddress(id, address)) }
    })
  const double = clients.find(({ id }, i) => clients.findIndex((other) => other.id === id) !== i)
  if (double) throw new StartProblem(`OAUTH_CLIENTS has ${double.id} twice`)
  return clients
}

/** Validates a redirect URI: https, a loopback address, or an app scheme that contains a dot (RFC 8252, 7.1). */
function redirectAddress(id: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  const isApp = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url?.protocol ?? '')
  const isGood = url !== null && (url.protocol === 'https:' || isLocal || isApp)
  if (!isGood || url.hash !== '' || url.username !== '' || address.includes('*'))
    throw new StartProblem(
      `OAUTH_CLIENTS: ${address.slice(0, 80)} of ${id} is not a valid redirect URI; use https without a fragment, such as ${example}`,
    )
  return address
}
