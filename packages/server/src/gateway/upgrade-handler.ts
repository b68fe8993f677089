import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorMessage } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Admitted, Credentials, RefusedAdmission } from '../shared/admission.ts'
import type { Log } from '../shared/log.ts'
import { pathOf } from '../shared/secret-words.ts'
import { clientCertificate } from './client-certificate.ts'
import {
  chooseProtocol,
  isProven,
  isStationPath,
  normalizeSubprotocols,
  offeredSubprotocols,
  protocols,
  readRequest,
  refusalOf,
  type Rejected,
  rejectUpgrade,
  retryAfter,
  type StationAddress,
  type UnreadableAddress,
} from './handshake.ts'
import { AdmissionQueue, HandshakeGuard, type HandshakeSlot, ProxyHint } from './handshake-guard.ts'
import type { GatewayOptions } from './options.ts'
import type { GatewayServices } from './services.ts'

/** Socket of a station that was authenticated. */
export interface AcceptedConnection {
  ws: WebSocket
  admitted: Admitted
  address: string
  protocol: Protocol
  /** Name of the protocol as spelled by the station. */
  subprotocol: string
  path: string
  /** Departures of the address from its form. */
  oddities: readonly string[]
}

export interface UpgradeDeps {
  services: GatewayServices
  options: GatewayOptions
  /** Monotonic time in milliseconds. */
  nowMs(): number
  isClosing(): boolean
  accepted(connection: AcceptedConnection): void
  /** Reports a rejected socket of an authenticated station for a reason that its operator should see. */
  explain(admitted: Admitted, about: { address: string; path: string; reason: string }): void
  /** Records that a station with correct credentials was refused for its security profile. */
  lowerProfile(refused: RefusedAdmission): void
  log: Pick<Log, 'debug' | 'warn'>
}

/** Handshake with the parts that were read from its request. */
interface Handshake {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  address: string
  place: StationAddress | UnreadableAddress
  basic: Credentials['basic']
  isEncrypted: boolean
  certificate: Credentials['certificate']
}

/** Authenticates stations before their WebSocket is opened. */
export class UpgradeHandler {
  private readonly deps: UpgradeDeps
  private readonly guard: HandshakeGuard
  private readonly queue: AdmissionQueue
  private readonly wss: WebSocketServer
  private readonly pending = new Map<Duplex, number>()
  private readonly proxyHint = new ProxyHint()
  /** Handshakes that the WebSocket library is completing. */
  private readonly upgrading = new WeakMap<IncomingMessage, Handshake & Admitted>()

  constructor(deps: UpgradeDeps) {
    this.deps = deps
    const { options } = deps
    this.guard = new HandshakeGuard(() => deps.nowMs())
    this.queue = new AdmissionQueue(
      {
        perSecond: options.admissionsPerSecond,
        burst: options.admissionBurst,
        concurrent: options.concurrentAdmissions,
        maxWaitMs: options.admissionWaitMs,
        groupMs: options.admissionGroupMs,
      },
      () => deps.nowMs(),
    )
    const limits = {
      maxPayload: Math.max(options.frameBytes, options.stopFrameBytes),
      maxFragments: options.fragments,
      closeTimeout: 5_000,
    }
    this.wss = new WebSocketServer({
      noServer: true,
      // The connection checks this itself, so that the log can show what was received.
      skipUTF8Validation: true,
      clientTracking: false,
      perMessageDeflate: options.deflate ? { threshold: 256, zlibDeflateOptions: { level: 1 } } : false,
      handleProtocols: (offered) => chooseProtocol(offered)?.subprotocol ?? false,
      ...limits,
    })
    this.wss.on('wsClientError', (error, socket, request) => this.notWebSocket(error, socket, request))
  }

  /** The address of all handshakes if it looks like a proxy that is not configured. */
  get proxyAddress(): string | null {
    return this.proxyHint.address
  }

  /** Called by the gateway's timer. */
  tick(): void {
    const now = this.deps.nowMs()
    for (const [socket, untilMs] of this.pending) if (now > untilMs) socket.destroy()
  }

  close(): void {
    this.queue.close()
  }

  async handle(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const address = this.deps.options.addressOf(request)
    const now = this.deps.nowMs()
    const untilMs = now + this.deps.options.handshakeMs + this.deps.options.admissionWaitMs
    const removePending = () => this.pending.delete(socket)
    // The peer may disconnect at any time; no action is needed.
    socket.on('error', removePending)
    socket.once('close', removePending)
    this.pending.set(socket, untilMs)
    this.notice(request, address)
    try {
      const handshake = { request, socket, head, address, ...this.read(request) }
      const rejected = await this.check(handshake)
      if (!rejected) return
      this.record(handshake, rejected)
      rejectUpgrade(socket, rejected)
    } catch (error) {
      this.deps.log.debug({ err: error }, 'a handshake failed')
      rejectUpgrade(socket, { status: 503, words: 'Not available now.', headers: retryAfter(5) })
    } finally {
      removePending()
    }
  }

  private notice(request: IncomingMessage, address: string): void {
    if (this.deps.options.trustsProxy || !this.proxyHint.note(request, address)) return
    this.deps.log.warn(
      { why: `All came from ${address} with X-Forwarded-For: set TRUST_PROXY to the address of the proxy.` },
      'stations: every station seems to connect through one proxy that TRUST_PROXY does not name',
    )
  }

  /**
   * Returns the error in a plain request that was meant as a station's handshake (Q6); null if it was not. It
   * is also reported to the station's operator if the credentials are correct.
   */
  wrongPathHint(request: IncomingMessage): string | null {
    if (!isStationPath(request.url ?? '') || !request.headers['sec-websocket-key']) return null
    const missing = request.headers.upgrade ? 'Connection: Upgrade' : 'Upgrade: websocket'
    const reason = `Not a WebSocket handshake: the header "${missing}" is missing.`
    const path = pathOf(request.url ?? '')
    const address = this.deps.options.addressOf(request)
    const read = this.read(request)
    const { place, basic } = read
    this.record({ request, address, place, basic }, { reason: 'malformed_request' })
    if ('problem' in place || this.checkForm(request)) return reason
    const slot = this.guard.begin(address, place.identity)
    if (slot.limit()) slot.end()
    else void this.reportToOwner(slot, credentialsOf(read), { address, path, reason })
    return reason
  }

  /** Returns the address and the credentials of a request. */
  private read(request: IncomingMessage) {
    const { isEncrypted } = this.deps.options
    const certificate = clientCertificate(request)
    return { ...readRequest(request), isEncrypted: isEncrypted(request), certificate }
  }

  private async reportToOwner(
    slot: HandshakeSlot,
    credentials: Credentials,
    about: { address: string; path: string; reason: string },
  ): Promise<void> {
    try {
      const admission = await this.deps.services.admit(credentials, new Date())
      if ('refused' in admission) slot.failed()
      else this.deps.explain(admission, about)
    } catch {
      // the request is answered already
    } finally {
      slot.end()
    }
  }

  private async check(handshake: Handshake): Promise<Rejected | null> {
    const { request, address, place } = handshake
    const malformed = this.checkForm(request)
    if (malformed) return malformed
    if ('problem' in place) return { status: 404, words: place.problem, reason: 'malformed_address' }
    const slot = this.guard.begin(address, place.identity)
    try {
      return await this.decide(handshake, slot)
    } finally {
      slot.end()
    }
  }

  /**
   * Accepts the handshake, or returns the rejection. A correct key is accepted however many others have
   * failed (H5).
   */
  private async decide(handshake: Handshake, slot: HandshakeSlot): Promise<Rejected | null> {
    if (slot.suspects > this.deps.options.unauthenticatedPerAddress)
      return {
        status: 429,
        words: errorMessage('request.too_many_connections'),
        headers: retryAfter(5),
        reason: 'rate_limited',
      }
    const rejected = await this.waitForTurn(handshake, slot)
    if (rejected) return rejected
    try {
      return await this.authenticate(handshake, slot)
    } finally {
      this.queue.ended()
    }
  }

  /**
   * Waits until the handshake may be looked up, or returns the rejection. One that becomes limited while it waits, because
   * parallel ones have failed, leaves the queue for the check in memory: guesses take no turns of others.
   */
  private async waitForTurn(handshake: Handshake, slot: HandshakeSlot): Promise<Rejected | null> {
    let isChecked = false
    for (;;) {
      const limit: ReturnType<HandshakeSlot['limit']> = isChecked ? null : slot.limit()
      const refused = limit && (await this.precheck(handshake, slot, limit))
      if (refused) return refused
      isChecked ||= limit !== null
      const isToLeave = () => handshake.socket.destroyed || (!isChecked && slot.limit() !== null)
      const turn = this.queue.turn(isToLeave)
      if (turn === true || (await turn)) return null
      if (!isChecked && slot.limit()) continue
      const headers = { 'Retry-After': String(Math.ceil(this.queue.comeBackMs() / 1_000)) }
      return { status: 503, words: 'Too many stations connect at this moment.', headers, reason: null }
    }
  }

  /**
   * Checks the credentials of a limited handshake against stations that are looked up in batches and cached
   * briefly: guesses cost no query of their own, and a correct key proceeds to the full check.
   */
  private async precheck(
    handshake: Handshake,
    slot: HandshakeSlot,
    limit: 'address' | 'identity',
  ): Promise<Rejected | null> {
    const admission = await this.deps.services.precheck(credentialsOf(handshake), new Date())
    if (admission && !('refused' in admission)) return null
    const refusal = admission && refusalOf(admission)
    // failures from elsewhere are not shown to this address
    if (refusal && (isProven(admission.refused) || limit === 'identity')) return refusal
    const waitMs = Math.max(1_000, slot.waitMs)
    const limited = {
      status: 429,
      words: 'Too many failed attempts.',
      headers: retryAfter(waitMs / 1_000),
    } as const
    return { ...(refusal ?? { reason: 'rate_limited' }), ...limited }
  }

  /** Checks what can be decided before any lookup. */
  private checkForm(request: IncomingMessage): Rejected | null {
    const { options, services } = this.deps
    if (this.deps.isClosing())
      return { status: 503, words: 'The server is being restarted.', headers: retryAfter(2), reason: null }
    if (services.storage.unavailableSince)
      return { status: 503, words: 'The storage is unavailable.', headers: retryAfter(10), reason: null }
    const bytes = request.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
    if (bytes > options.headerBytes || request.rawHeaders.length / 2 > options.headerCount)
      return { status: 431, words: 'The request has too many headers.', reason: 'malformed_request' }
    if (offeredSubprotocols(request).length > 10)
      return { status: 400, words: 'The request offers too many subprotocols.', reason: 'malformed_request' }
    return null
  }

  private async authenticate(handshake: Handshake, slot: HandshakeSlot): Promise<Rejected | null> {
    const { request, socket, head } = handshake
    const admission = await this.deps.services.admit(credentialsOf(handshake), new Date())
    if ('refused' in admission) {
      // the credentials are correct
      if (admission.refused === 'lower_profile') this.deps.lowerProfile(admission)
      else slot.failed()
      return refusalOf(admission)
    }
    slot.succeeded()
    if (socket.destroyed) return null
    normalizeSubprotocols(request)
    this.upgrading.set(request, { ...handshake, ...admission })
    this.wss.handleUpgrade(request, socket, head, (ws) => this.opened(ws, handshake, admission))
    return null
  }

  /** Handles a request that the WebSocket library found malformed although the credentials were correct. */
  private notWebSocket(error: Error, socket: Duplex, request: IncomingMessage): void {
    const handshake = this.upgrading.get(request)
    if (handshake) this.record(handshake, { ...handshake, reason: 'malformed_request' })
    const headers = /version/i.test(error.message) ? { 'Sec-WebSocket-Version': '13, 8' } : undefined
    rejectUpgrade(socket, { status: 400, words: `${error.message}.`, ...(headers && { headers }) })
  }

  /** Records a rejected handshake for the owner of the station, unless the server is the cause. */
  private record(
    { request, address, place, basic }: Pick<Handshake, 'request' | 'address' | 'place' | 'basic'>,
    { reason, stationId = null, accountId = null }: Pick<Rejected, 'reason' | 'stationId' | 'accountId'>,
  ): void {
    if (!reason) return
    const { accountCode, identity } = place
    const path = 'problem' in place ? place.shownPath : (request.url ?? '').split('?', 1)[0]!
    const username = basic?.user ?? null
    const at = new Date()
    this.deps.services.rejected({
      at,
      accountCode,
      identity,
      address,
      username,
      path,
      reason,
      stationId,
      accountId,
    })
  }

  /** OCPP-J 1.6, 3.2: without a common subprotocol the handshake is completed, and then the socket is closed. */
  private opened(ws: WebSocket, handshake: Handshake, admitted: Admitted): void {
    const { request, address, place } = handshake
    const path = pathOf(request.url ?? '')
    const names = offeredSubprotocols(request)
    const isNameless = names.length === 0 && admitted.mayOmitSubprotocol
    const chosen = chooseProtocol(isNameless ? protocols.map(({ subprotocol }) => subprotocol) : names)
    if (!chosen) {
      const ours = protocols.map(({ subprotocol }) => subprotocol).join(', ')
      const offered = names.join(', ') || 'none'
      const reason = `no common subprotocol: this server speaks ${ours}, the station offered ${offered}`
      this.deps.explain(admitted, { address, path, reason })
      this.record(handshake, { ...admitted, reason: 'no_common_subprotocol' })
      ws.on('error', () => {})
      ws.close(1002, reason.slice(0, 120))
      return
    }
    const oddities = 'oddities' in place ? place.oddities : []
    this.deps.accepted({ ws, admitted, address, ...chosen, path, oddities })
  }
}

const credentialsOf = ({
  place,
  ...proofs
}: Pick<Handshake, 'place' | 'basic' | 'isEncrypted' | 'certificate'>): Credentials => ({
  accountCode: place.accountCode,
  identity: place.identity,
  basic: proofs.basic,
  isEncrypted: proofs.isEncrypted,
  certificate: proofs.certificate,
})
