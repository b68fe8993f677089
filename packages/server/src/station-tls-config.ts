import { resolve } from 'node:path'
import type { Environment } from './environment.ts'
import type { StationTlsConfig } from './shared/config.ts'
import { proxyNetworks } from './proxy-networks.ts'
import { StartProblem } from './shared/start-problem.ts'

type Variables = Pick<
  Environment,
  'OCPP_TLS_CERTIFICATE' | 'OCPP_TLS_KEY' | 'OCPP_TLS_PORT' | 'OCPP_TLS_CLIENT_CA' | 'OCPP_TLS_PROXY_PROTOCOL'
>

/** Returns the port for stations with TLS; undefined if no certificate is configured. Throws a StartProblem. */
export function stationTlsConfig(env: Variables): StationTlsConfig | undefined {
  const certificates = paths(env.OCPP_TLS_CERTIFICATE)
  const keys = paths(env.OCPP_TLS_KEY)
  const proxyProtocol = proxyNetworks('OCPP_TLS_PROXY_PROTOCOL', env.OCPP_TLS_PROXY_PROTOCOL)
  if (certificates.length === 0 && (keys.length > 0 || env.OCPP_TLS_CLIENT_CA || proxyProtocol.length > 0))
    throw new StartProblem('OCPP_TLS_CERTIFICATE is missing: stations connect with TLS only if it is set')
  if (certificates.length !== keys.length)
    throw new StartProblem(
      `OCPP_TLS_KEY must name as many files as OCPP_TLS_CERTIFICATE: ${certificates.length}, not ${keys.length}`,
    )
  if (certificates.length > 2)
    throw new StartProblem('OCPP_TLS_CERTIFICATE must name one or two files: one per kind of key')
  if (certificates.length === 0) return undefined
  return {
    port: env.OCPP_TLS_PORT,
    pairs: certificates.map((certificate, place) => ({ certificate, key: keys[place]! })),
    clientCa: env.OCPP_TLS_CLIENT_CA ? resolve(env.OCPP_TLS_CLIENT_CA) : undefined,
    proxyProtocol,
  }
}

const paths = (text: string): string[] =>
  text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
    .map((path) => resolve(path))
