import { readFrame, writeCall, writeError, writeResult, type CallFrame } from '@stationmaster/ocpp'
import type { QuirkTools } from '../quirks/hooks.ts'
import type { QuirkSet } from '../quirks/quirk-set.ts'
import type { Behaviour } from './behaviour.ts'
import { Calls } from './calls.ts'
import type { Device } from './device.ts'
import type { Certificates } from './certificates.ts'
import { Keyring } from './keyring.ts'
import type { Credentials } from './socket.ts'
import { Link } from './link.ts'
import type { StationPlan } from './options.ts'
import type { Payload } from './payload.ts'
import type { TransactionQueue } from './transaction-queue.ts'

export type FrameListener = (direction: 'out' | 'in', text: string) => void

export interface WireOptions {
  readonly plan: StationPlan
  readonly device: Device
  readonly certificates: Certificates
  readonly quirks: QuirkSet
  readonly queue: TransactionQueue
  readonly behaviour: () => Behaviour
  readonly reboot: () => void
  readonly frame: FrameListener
}

const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The layer between the connection and the behaviour: frames in and out, one CALL at a time, and the quirks. */
export class Wire {
  readonly link: Link
  readonly calls: Calls
  readonly keyring: Keyring
  private readonly options: WireOptions
  private readonly tools: QuirkTools

  constructor(options: WireOptions) {
    this.options = options
    const { plan, device, quirks, queue } = options
    this.keyring = new Keyring(plan.username, plan.key)
    this.tools = this.makeTools()
    this.calls = new Calls({
      identity: plan.identity,
      clock: plan.clock,
      timeoutMs: plan.callTimeoutMs,
      quirks,
      tools: this.tools,
      ledger: plan.ledger,
      queue,
      ids: plan.ids,
      write: (text) => this.write(text),
    })
    this.link = new Link({
      url: () => (this.securityProfile >= 2 ? (plan.secureUrl ?? plan.url) : plan.url),
      identity: plan.identity,
      subprotocol: 'ocpp1.6',
      clock: plan.clock,
      random: plan.random,
      quirks,
      backoff: plan.backoff,
      credentials: () => this.credentials(),
      pingIntervalMs: () => device.configuration.number('WebSocketPingInterval') * 1000,
      opened: () => this.opened(),
      text: (text) => this.received(text),
      closed: () => this.closed(),
      refused: (status) => {
        if (status === 401) this.keyring.refused()
      },
    })
  }

  private get securityProfile(): number {
    return this.options.device.configuration.number('SecurityProfile')
  }

  /** Returns the key, and with profile 3 the certificate instead (security whitepaper, 2.3 to 2.5). */
  private credentials(): Credentials {
    const { plan, certificates } = this.options
    const roots = certificates.pems('CentralSystemRootCertificate')
    const ca = plan.ca === null ? roots : [plan.ca, ...roots]
    const own = this.securityProfile === 3 ? certificates.own : null
    const credentials = this.keyring.credentials()
    return {
      ...credentials,
      key: own ? null : credentials.key,
      tls: {
        ...(ca.length > 0 && { ca }),
        ...(own && { cert: own.chain, key: own.key.export({ type: 'pkcs8', format: 'pem' }).toString() }),
      },
    }
  }

  get isOpen(): boolean {
    return this.link.isOpen
  }

  write(text: string): boolean {
    this.options.frame('out', text)
    return this.link.send(text)
  }

  private opened(): void {
    this.keyring.accepted()
    this.calls.opened()
    this.options.quirks.opened(this.tools)
    this.options.behaviour().opened()
    this.options.device.changed()
  }

  private closed(): void {
    this.calls.closed()
    const behaviour = this.options.behaviour()
    behaviour.closed()
    if (this.options.quirks.traits.has('reboots-on-loss')) behaviour.restarted()
    this.options.device.changed()
  }

  /** Handles an accepted boot, or a connection that came back without one. */
  accepted(): void {
    this.options.quirks.accepted(this.tools)
  }

  private received(text: string): void {
    this.options.frame('in', text)
    const frame = readFrame(text)
    switch (frame.kind) {
      case 'problem':
        if (frame.id !== undefined && frame.code)
          this.write(writeError(frame.id, { code: frame.code, description: frame.description }))
        else if (frame.id !== undefined)
          this.calls.answered(frame.id, { kind: 'error', code: 'FormationViolation', description: text })
        break
      case 'call':
        this.command(frame)
        break
      case 'result':
        this.calls.answered(frame.id, {
          kind: 'result',
          payload: isObject(frame.payload) ? frame.payload : {},
        })
        break
      case 'error':
        this.calls.answered(frame.id, { kind: 'error', code: frame.code, description: frame.description })
    }
    this.options.device.changed()
  }

  private command(call: CallFrame): void {
    const { quirks } = this.options
    if (!quirks.shouldAnswer(call.action, isObject(call.payload) ? call.payload : {}, this.tools)) return
    const answer = this.options.behaviour().answer(call)
    if (answer.kind === 'error') {
      this.write(writeError(call.id, answer))
      return
    }
    const isGone = call.action === 'Reset' && isHard(call.payload) && !this.options.plan.answersHardReset
    if (!isGone) {
      const text = writeResult(call.id, quirks.result(call.action, answer.payload))
      this.write(quirks.resultText(text, call.action))
    }
    answer.afterwards?.()
  }

  private makeTools(): QuirkTools {
    const { device, quirks, queue, plan, reboot } = this.options
    let past = 0
    return {
      device,
      reboot,
      queue: (message) => queue.add(message),
      sendText: (text) => void this.write(text),
      sendBytes: (bytes) => this.link.sendBytes(bytes),
      sendCall: (action, payload) => void this.write(writeCall(`q${++past}`, action, payload)),
      stamp: (atMs) => quirks.stamp(atMs, this.options.behaviour().bootedAtMs > 0),
      later: (delayMs, run) => {
        const { connection } = this.calls
        plan.clock.after(delayMs, () => {
          if (this.isOpen && this.calls.connection === connection) run()
        })
      },
      sinceBootMs: () => plan.clock.now() - this.options.behaviour().bootedAtMs,
    }
  }

  /** Returns the time as text, in the format of this station. */
  stamp(atMs: number): string {
    return this.tools.stamp(atMs)
  }
}

const isHard = (payload: unknown): boolean => isObject(payload) && payload['type'] === 'Hard'
