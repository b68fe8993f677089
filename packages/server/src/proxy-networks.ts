import type { Environment } from './environment.ts'
import { isNetwork, wideNetwork } from './shared/peer-address.ts'
import { StartProblem } from './shared/start-problem.ts'

/** Reads the load balancers whose connections begin with a PROXY header. Throws a StartProblem. */
export function proxyNetworks(name: 'PROXY_PROTOCOL' | 'OCPP_TLS_PROXY_PROTOCOL', text: string): string[] {
  if (text === '') return []
  const networks = text.split(',').map((one) => one.trim())
  if (!networks.every(isNetwork))
    throw new StartProblem(`${name} must be addresses and networks, separated by commas, not "${text}"`)
  const wide = wideNetwork(text)
  if (wide !== undefined)
    throw new StartProblem(
      `${name} contains ${wide}: connections without a PROXY header would be closed, and callers in this network would choose their own address; name the load balancers`,
    )
  return networks
}

/** Throws a StartProblem if callers could state another address in spite of the PROXY header. */
export function refuseHopsWithProxyProtocol({ PROXY_PROTOCOL, TRUST_PROXY }: Environment): void {
  if (PROXY_PROTOCOL !== '' && /^(on|[1-9]\d*)$/.test(TRUST_PROXY))
    throw new StartProblem(
      `TRUST_PROXY must be off or addresses if PROXY_PROTOCOL is set, not "${TRUST_PROXY}": callers would choose their own address in X-Forwarded-For`,
    )
}
