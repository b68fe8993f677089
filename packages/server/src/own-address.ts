import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'
import type { WebServer } from './http/server.ts'

/** Addresses that work from this machine, and from the network where the server listens there. */
export function localOrigins(host: string | undefined, port: number): string[] {
  if (host !== undefined && host !== '::' && host !== '0.0.0.0')
    return [`http://${host.includes(':') ? `[${host}]` : host}:${port}`]
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4')
  return [`http://localhost:${port}`, ...(outside ? [`http://${outside.address}:${port}`] : [])]
}

/**
 * Where people reach this server: the configured address, or its own one with the port that it took. Links in mails
 * lead there; what a caller's headers say never counts.
 */
export class OwnAddress {
  private readonly config: Pick<Config, 'publicUrl' | 'host'>
  private port: number

  constructor(config: Pick<Config, 'publicUrl' | 'host' | 'port'>) {
    this.config = config
    this.port = config.port
  }

  get origin(): string {
    return this.config.publicUrl ?? localOrigins(this.config.host, this.port)[0]!
  }

  /** The server, remembering the port it takes. */
  learnFrom(web: WebServer): WebServer {
    const listen = async (port: number, host: string | undefined) =>
      (this.port = await web.listen(port, host))
    return { ...web, listen }
  }
}
