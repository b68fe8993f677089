import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../shared/clock.ts'
import type { StationTlsConfig } from '../shared/config.ts'
import { listenBacklog } from '../shared/listen-backlog.ts'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import { expectProxyHeaders, replacePeer, socketName } from '../shared/proxy-protocol.ts'
import { QuietSockets } from '../shared/quiet-sockets.ts'
import { StartProblem } from '../shared/start-problem.ts'
import { contextOptions, readTlsFiles, type TlsFiles } from './tls-files.ts'

export interface TlsListenerDeps {
  config: StationTlsConfig
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Returns further authorities of client certificates, as PEM. */
  authorities(): Promise<readonly string[]>
  /** Handles an upgrade request; returns false if its address is not one of stations. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Returns the answer to a plain request that was meant as a handshake; null if it was not. */
  handshakeProblem(request: IncomingMessage): string | null
  /** Called when the port is open, and after each reading of the files. */
  checked?(state: TlsState): void
  limits?: Partial<TlsLimits>
}

export interface TlsLimits {
  /** Milliseconds for the TLS handshake, and after it for the header of the upgrade request. */
  handshakeMs: number
  /** Sockets of one address that have not sent a whole request. */
  quietSockets: number
  /** Milliseconds between two readings of the certificate files. */
  reloadMs: number
}

const usualLimits: TlsLimits = { handshakeMs: 5_000, quietSockets: 100, reloadMs: 10_000 }
const checkMs = 1_000
const dayMs = 86_400_000
/** Days before the expiry of the server's certificate at which a warning is logged (H10). */
const warningDays = [30, 7, 1]

/** State of the port for stations with TLS, for metrics. */
export interface TlsState {
  /** Moment at which the certificate in use expires. */
  expires: Date
  certificates: TlsFiles['certificates']
  /** The configured authorities of client certificates. */
  authorities: TlsFiles['authorities']
  /** Moment at which the files in use were read. */
  loadedAt: Date
  /** Newest reading of the files. */
  checkedAt: Date
  /** Reason for which files that have changed cannot be used; null while they are current. */
  problem: string | null
  /** TLS handshakes that failed since the start of the process. */
  failed: number
}

/** Port on which stations connect with TLS (security profiles 2 and 3). It serves nothing else. */
export class TlsListener {
  readonly server: Server
  private readonly deps: TlsListenerDeps
  private readonly limits: TlsLimits
  private readonly quiet: QuietSockets
  private readonly throttle: LogThrottle
  private readonly timer: NodeJS.Timeout
  private files: TlsFiles
  private authorities: readonly string[]
  private problem: string | null = null
  private loadedAt: Date
  private checkedAt: Date
  private failed = 0
  private warnedDays = Infinity
  private reading: Promise<void> = Promise.resolve()

  private constructor(deps: TlsListenerDeps, files: TlsFiles, authorities: readonly string[]) {
    this.deps = deps
    this.files = files
    this.authorities = authorities
    this.loadedAt = deps.clock.now()
    this.checkedAt = this.loadedAt
    this.limits = { ...usualLimits, ...deps.limits }
    const { handshakeMs, quietSockets, reloadMs } = this.limits
    this.throttle = new LogThrottle(3_600_000, () => deps.clock.monotonicMs())
    this.quiet = new QuietSockets({ quiet: quietSockets, quietMs: checkMs })
    this.server = createServer(
      {
        ...contextOptions(files, authorities),
        // A certificate is optional here; the upgrade decides, so that a refusal can be recorded.
        requestCert: true,
        rejectUnauthorized: false,
        handshakeTimeout: handshakeMs,
        headersTimeout: handshakeMs,
        requestTimeout: handshakeMs,
        connectionsCheckingInterval: Math.min(checkMs, handshakeMs),
      },
      (request, response) => this.answer(request, response),
    )
    this.limitSockets()
    const { proxyProtocol: proxies } = deps.config
    if (proxies.length > 0) expectProxyHeaders(this.server, { proxies, log: deps.log, headerMs: handshakeMs })
    this.timer = setInterval(() => void this.reload(), reloadMs)
    this.timer.unref()
    this.warnOfExpiry()
  }

  /** Reads the files and creates the listener. Throws a StartProblem if they cannot be used. */
  static async open(deps: TlsListenerDeps): Promise<TlsListener> {
    const authorities = await deps.authorities()
    try {
      return new TlsListener(deps, await readTlsFiles(deps.config, deps.clock.now()), authorities)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : ''
      throw new StartProblem(`OCPP_TLS_CERTIFICATE, OCPP_TLS_KEY or OCPP_TLS_CLIENT_CA: ${reason}`, { cause })
    }
  }

  /** Listens and returns the port. Throws a StartProblem if it is taken. */
  async listen(host: string | undefined): Promise<number> {
    const { port } = this.deps.config
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (cause) =>
        reject(new StartProblem(`OCPP_TLS_PORT: port ${port} cannot be opened: ${cause.message}`, { cause })),
      )
      this.server.listen({ port, host, backlog: listenBacklog }, resolve)
    })
    this.deps.checked?.(this.state)
    return (this.server.address() as AddressInfo).port // listening on a port, not on a path
  }

  get state(): TlsState {
    const { loadedAt, checkedAt, problem, failed } = this
    const { expires, certificates, authorities } = this.files
    return { expires, certificates, authorities, loadedAt, checkedAt, problem, failed }
  }

  /** Reads the further authorities; changed ones apply to handshakes from now on. */
  private async readAuthorities(): Promise<void> {
    const authorities = await this.deps.authorities()
    if (authorities.join() === this.authorities.join()) return
    this.authorities = authorities
    this.server.setSecureContext(contextOptions(this.files, authorities))
  }

  /** Reads the files again. Files that cannot be used leave the former ones in use. */
  reload(): Promise<void> {
    this.reading = this.reading.then(() => this.readAgain())
    return this.reading
  }

  private async readAgain(): Promise<void> {
    await this.readAuthorities().catch((error: unknown) => {
      if (this.throttle.shouldLog('authorities'))
        this.deps.log.warn(
          { err: error },
          'stations: the authorities of client certificates cannot be read, the known ones stay in use',
        )
    })
    this.checkedAt = this.deps.clock.now()
    try {
      const files = await readTlsFiles(this.deps.config, this.checkedAt)
      this.problem = null
      if (files.version !== this.files.version) {
        this.server.setSecureContext(contextOptions(files, this.authorities))
        this.files = files
        this.loadedAt = this.checkedAt
        this.warnedDays = Infinity
        this.deps.log.info(
          { expires: files.expires.toISOString() },
          'stations: the TLS certificate was replaced',
        )
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      if (this.problem !== reason || this.throttle.shouldLog('files'))
        this.deps.log.error(
          { why: reason },
          'stations: the TLS files cannot be used, the former ones stay in use',
        )
      this.problem = reason
    }
    this.deps.checked?.(this.state)
    this.warnOfExpiry()
  }

  private warnOfExpiry(): void {
    const days = (this.files.expires.getTime() - this.deps.clock.now().getTime()) / dayMs
    const due = warningDays.findLast((one) => days <= one)
    if (due === undefined || due >= this.warnedDays) return
    this.warnedDays = due
    this.deps.log.warn(
      { expires: this.files.expires.toISOString() },
      'stations: the TLS certificate of the server expires soon',
    )
  }

  private limitSockets(): void {
    /** Sockets below those of TLS, by the address and port from which they come. */
    const sockets = new Map<string, Socket>()
    this.server.on('connection', (socket: Socket) => {
      const name = socketName(socket)
      sockets.set(name, socket)
      this.quiet.add(socket)
      socket.once('close', () => sockets.delete(name))
    })
    // before the server reads its first request
    this.server.prependListener('secureConnection', (socket) => {
      const below = sockets.get(socketName(socket))
      if (below && below.remoteAddress !== socket.remoteAddress)
        replacePeer(socket, { address: below.remoteAddress ?? '', port: below.remotePort ?? 0 })
    })
    this.server.on('tlsClientError', () => void this.failed++)
    this.server.on('upgrade', (request, socket, head) => {
      const below = sockets.get(socketName(request.socket))
      if (below) this.quiet.remove(below)
      if (this.deps.upgrade(request, socket, head)) return
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    })
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const problem = this.deps.handshakeProblem(request)
    response.writeHead(problem === null ? 404 : 426, {
      Connection: 'close',
      'Content-Type': 'text/plain; charset=utf-8',
      ...(problem !== null && { Upgrade: 'websocket' }),
    })
    response.end(problem === null ? '' : `${problem}\n`)
  }

  /** Stops listening and waits for the sockets of stations, which the gateway closes. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    this.quiet.close()
    await this.reading
    if (!this.server.listening) return
    this.server.closeAllConnections()
    await new Promise<void>((resolve) => void this.server.close(() => resolve()))
  }
}
