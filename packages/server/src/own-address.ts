import { networkInterfaces } from 'node:os'
import type { Config } from './shared/config.ts'

/** Returns URLs that work from this machine, and from the network if the server listens there. */
export function localOrigins(host: string | undefined, port: number): string[] {
  if (host !== undefined && host !== '::' && host !== '0.0.0.0')
    return [`http://${host.includes(':') ? `[${host}]` : host}:${port}`]
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4')
  return [`http://localhost:${port}`, ...(outside ? [`http://${outside.address}:${port}`] : [])]
}

/**
 * Base URL of this server for people: as configured, or the own address with the port that is used. It is
 * used in mail links; headers of a request never affect it.
 */
export class OwnAddress {
  private readonly config: Pick<Config, 'publicUrl' | 'host'>
  /** Port on which the server listens; the configured one until then. */
  port: number

  constructor(config: Pick<Config, 'publicUrl' | 'host' | 'port'>) {
    this.config = config
    this.port = config.port
  }

  get origin(): string {
    return this.config.publicUrl ?? localOrigins(this.config.host, this.port)[0]!
  }
}
