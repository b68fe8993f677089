import type { Environment } from './environment.ts'
import { StartProblem } from './shared/start-problem.ts'

/** A program of ours beside the console, and where browsers may be sent back to. */
export interface FirstPartyClient {
  id: string
  redirects: readonly string[]
}

const example = 'portal=https://portal.example.org/back'

/** The clients that the environment lists: `<id>=<address>[,<address>…]`, with blanks between them. */
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

/** https, an address of the person's own machine, or a scheme of an app with a dot in it (RFC 8252, 7.1). */
function redirectAddress(id: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  const isApp = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url?.protocol ?? '')
  const isGood = url !== null && (url.protocol === 'https:' || isLocal || isApp)
  if (!isGood || url.hash !== '' || url.username !== '' || address.includes('*'))
    throw new StartProblem(
      `OAUTH_CLIENTS: ${address.slice(0, 80)} of ${id} is no redirect address; https without a fragment, like ${example}`,
    )
  return address
}
