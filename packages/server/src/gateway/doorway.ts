import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Admitted, Credentials } from '../shared/admission.ts'
import { pathOf } from '../shared/secret-words.ts'
import { AdmissionQueue } from './admission-queue.ts'
import { readBasicCredentials } from './basic-credentials.ts'
import { HandshakeGuard } from './handshake-guard.ts'
import type { GatewayOptions } from './options.ts'
import type { GatewayPorts } from './ports.ts'
import { isStationPath, readStationAddress, type StationAddress } from './station-address.ts'
import { chooseSubprotocol, offeredSubprotocols } from './subprotocols.ts'
import { retryAfter, turnAway, type Turned } from './turn-away.ts'

/** A socket that proved which station it is. */
export interface Entrant {
  ws: WebSocket
  admitted: Admitted
  address: string
  protocol: string
  path: string
  oddities: readonly string[]
}

export interface DoorwayHouse {
  ports: GatewayPorts
  options: GatewayOptions
  /** Time that does not jump. */
  nowMs(): number
  isClosing(): boolean
  enter(entrant: Entrant): void
  /** A socket of this station was turned away for a reason that its owner should read. */
  explain(admitted: Admitted, about: { address: string; path: string; reason: string }): void
  log: { debug(fields: object, words: string): void }
}

const notKnown: Turned = {
  // An unknown identity and a wrong key look alike, so that identities cannot be listed (P16, H4).
  status: 401,
  words: 'The identity and the key do not belong to a station here.',
  headers: { 'WWW-Authenticate': 'Basic realm="stations", charset="UTF-8"' },
}

/** The stations' door: who knocks is checked before the socket is opened. */
export class Doorway {
  private readonly house: DoorwayHouse
  private readonly guard = new HandshakeGuard()
  private readonly queue: AdmissionQueue
  private readonly wss: WebSocketServer
  private readonly pending = new Map<Duplex, { address: string; untilMs: number }>()

  constructor(house: DoorwayHouse) {
    this.house = house
    const { options } = house
    this.queue = new AdmissionQueue(
      {
        perSecond: options.admissionsPerSecond,
        burst: options.admissionBurst,
        mostWaitMs: options.admissionWaitMs,
      },
      house.nowMs(),
    )
    const limits = {
      maxPayload: Math.max(options.frameBytes, options.stopFrameBytes),
      maxFragments: options.fragments,
      closeTimeout: 5_000,
    }
    this.wss = new WebSocketServer({
      noServer: true,
      // The session checks it itself, so that the log can show what was received.
      skipUTF8Validation: true,
      clientTracking: false,
      perMessageDeflate: options.deflate ? { threshold: 256, zlibDeflateOptions: { level: 1 } } : false,
      handleProtocols: (offered) => chooseSubprotocol(offered) ?? false,
      ...limits,
    })
  }

  /** Called by the gateway's timer. */
  tick(): void {
    const now = this.house.nowMs()
    this.queue.tick(now)
    for (const [socket, { untilMs }] of this.pending) if (now > untilMs) socket.destroy()
  }

  close(): void {
    this.queue.close()
  }

  async knock(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const address = this.house.options.addressOf(request)
    const now = this.house.nowMs()
    const untilMs = now + this.house.options.handshakeMs + this.house.options.admissionWaitMs
    const forget = () => this.pending.delete(socket)
    // A peer may vanish at any byte; that is its own affair.
    socket.on('error', forget)
    socket.once('close', forget)
    this.pending.set(socket, { address, untilMs })
    try {
      const turned = await this.check(request, socket, head, address)
      if (turned) turnAway(socket, turned)
    } catch (error) {
      this.house.log.debug({ err: error }, 'a handshake failed')
      turnAway(socket, { status: 503, words: 'Not available now.', headers: retryAfter(5) })
    } finally {
      forget()
    }
  }

  /**
   * What is wrong with a plain request that was meant as a station's handshake (Q6); null when it was not. The
   * owner of the station reads it too, where the credentials are right.
   */
  misguided(request: IncomingMessage): string | null {
    if (!isStationPath(request.url ?? '') || !request.headers['sec-websocket-key']) return null
    const missing = request.headers.upgrade ? 'Connection: Upgrade' : 'Upgrade: websocket'
    const reason = `This is no WebSocket handshake: the header "${missing}" is missing.`
    const path = pathOf(request.url ?? '')
    const place = readStationAddress(path)
    const address = this.house.options.addressOf(request)
    if ('problem' in place || this.checkForm(request, address)) return reason
    if (this.guard.waitMs(address, place.identity, this.house.nowMs()) > 0) return reason
    const basic = readBasicCredentials(request.headers.authorization, place.identity)
    const { accountCode, identity } = place
    void this.tellOwner({ accountCode, identity, basic }, { address, path, reason })
    return reason
  }

  private async tellOwner(
    credentials: Credentials,
    about: { address: string; path: string; reason: string },
  ): Promise<void> {
    try {
      const admission = await this.house.ports.admit(credentials, new Date())
      if ('refused' in admission) this.guard.failed(about.address, credentials.identity, this.house.nowMs())
      else this.house.explain(admission, about)
    } catch {
      // whoever asked has an answer already
    }
  }

  private async check(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: string,
  ): Promise<Turned | null> {
    const early = this.checkForm(request, address)
    if (early) return early
    const place = readStationAddress(request.url ?? '')
    if ('problem' in place) return { status: 404, words: place.problem }
    const waitMs = this.guard.waitMs(address, place.identity, this.house.nowMs())
    if (waitMs > 0)
      return { status: 429, words: 'Too many failed attempts.', headers: retryAfter(waitMs / 1_000) }
    const turn = this.queue.turn(this.house.nowMs())
    if (!(turn === true || (await turn)))
      return {
        status: 503,
        words: 'Too many stations connect at this moment.',
        headers: retryAfter(this.queue.waitMs / 1_000),
      }
    return this.judge(request, socket, head, { ...place, address })
  }

  /** What can be said before anything is looked up. */
  private checkForm(request: IncomingMessage, address: string): Turned | null {
    const { options, ports } = this.house
    if (this.house.isClosing())
      return { status: 503, words: 'The server is being restarted.', headers: retryAfter(2) }
    if (ports.storage.unavailableSince)
      return { status: 503, words: 'The storage is unavailable.', headers: retryAfter(10) }
    const bytes = request.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
    if (bytes > options.headerBytes || request.rawHeaders.length / 2 > options.headerCount)
      return { status: 431, words: 'The request has too many headers.' }
    if (offeredSubprotocols(request).length > 10)
      return { status: 400, words: 'The request offers too many subprotocols.' }
    if (this.isCrowded(address))
      return { status: 429, words: 'Too many connections from this address.', headers: retryAfter(5) }
    return null
  }

  /** Many stations may come back from one address at once; one where keys are guessed gets fewer sockets (H9). */
  private isCrowded(address: string): boolean {
    if (!this.guard.isSuspect(address, this.house.nowMs())) return false
    let count = 0
    for (const one of this.pending.values()) if (one.address === address) count++
    return count > this.house.options.unauthenticatedPerAddress
  }

  private async judge(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    place: StationAddress & { address: string },
  ): Promise<Turned | null> {
    const { accountCode, identity, address } = place
    const basic = readBasicCredentials(request.headers.authorization, identity)
    const admission = await this.house.ports.admit({ accountCode, identity, basic }, new Date())
    if ('refused' in admission) {
      if (admission.refused === 'disabled')
        return { status: 403, words: 'This station is switched off here.' }
      this.guard.failed(address, identity, this.house.nowMs())
      return notKnown
    }
    this.guard.succeeded(address, identity)
    if (socket.destroyed) return null
    this.wss.handleUpgrade(request, socket, head, (ws) => this.opened(ws, request, admission, place))
    return null
  }

  /** OCPP-J 1.6, 3.2: without a common subprotocol the handshake is finished, and then the socket is closed. */
  private opened(
    ws: WebSocket,
    request: IncomingMessage,
    admitted: Admitted,
    { address, oddities }: StationAddress & { address: string },
  ): void {
    const path = pathOf(request.url ?? '')
    const isNameless = offeredSubprotocols(request).length === 0 && admitted.mayOmitSubprotocol
    const protocol = ws.protocol || (isNameless ? 'ocpp1.6' : null)
    if (protocol === null) {
      const offered = offeredSubprotocols(request).join(', ') || 'none'
      const reason = `no common subprotocol: this server speaks ocpp1.6, the station offered ${offered}`
      this.house.explain(admitted, { address, path, reason })
      ws.on('error', () => {})
      ws.close(1002, reason.slice(0, 120))
      return
    }
    this.house.enter({ ws, admitted, address, protocol, path, oddities })
  }
}
