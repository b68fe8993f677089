import { behaviour16 } from './behaviours/v16/behaviour.ts'
import { quirkSet } from './quirks/quirks.ts'
import type { Behaviour } from './station/behaviour.ts'
import type { Answer } from './station/calls.ts'
import type { Configuration } from './station/configuration.ts'
import type { Connector } from './station/connector.ts'
import { connectorOf, type Device } from './station/device.ts'
import { keyFromConfiguration } from './station/keyring.ts'
import type { LinkEnd, OldSocket } from './station/link.ts'
import type { Maintenance } from './station/maintenance.ts'
import { readOptions, type StationOptions, type StationPlan } from './station/options.ts'
import { makeParts, type Parts } from './station/parts.ts'
import type { Payload } from './station/payload.ts'
import { TransactionQueue } from './station/transaction-queue.ts'
import type { Visits } from './station/visits.ts'
import { Restart } from './station/restart.ts'
import { Watch } from './station/watch.ts'
import { Wire, type FrameListener } from './station/wire.ts'
import type { StopReason } from './station/types.ts'

/** Time that a soft reset waits for the acknowledgement of its stops before the station goes down anyway. */
const softResetTimeoutMs = 5_000

/** A virtual charging station: connects, boots, charges cars and runs commands, over a real socket. */
export class SimulatedStation {
  readonly identity: string
  private readonly plan: StationPlan
  private readonly parts: Parts
  private readonly queue: TransactionQueue
  private readonly wire: Wire
  private readonly behaviour: Behaviour
  private readonly watch = new Watch()
  private readonly listeners = new Set<FrameListener>()
  private readonly restart: Restart
  private acceptedBoots = 0

  constructor(options: StationOptions) {
    this.plan = readOptions(options)
    this.identity = this.plan.identity
    const quirks = quirkSet(this.plan.quirks)
    this.parts = makeParts(this.plan, {
      traits: quirks.traits,
      reporter: () => this.behaviour.reporter,
      changed: () => this.changed(),
      reboot: () => void this.reboot('Reboot'),
    })
    const { device } = this.parts
    this.queue = new TransactionQueue({
      clock: this.plan.clock,
      configuration: device.configuration,
      neverGivesUp: quirks.traits.has('never-gives-up'),
      maxMessages: this.plan.maxQueued,
      onReady: () => this.wire.calls.pump(),
      onDiscard: (message) => this.wire.calls.discarded(message),
    })
    this.wire = new Wire({
      plan: this.plan,
      device,
      certificates: this.parts.certificates,
      quirks,
      queue: this.queue,
      behaviour: () => this.behaviour,
      reboot: () => void this.reboot('Reboot'),
      frame: (direction, text) => {
        for (const listener of this.listeners) listener(direction, text)
      },
    })
    this.behaviour = this.makeBehaviour()
    this.restart = new Restart({
      clock: this.plan.clock,
      parts: this.parts,
      link: this.wire.link,
      behaviour: () => this.behaviour,
      awayMs: this.plan.rebootMs,
      untilQuiet: () => this.until(() => this.isQuiet, 'an empty queue', softResetTimeoutMs).catch(() => {}),
    })
  }

  private makeBehaviour(): Behaviour {
    const { plan, parts, queue, wire } = this
    return behaviour16({
      ...parts,
      nameplate: plan,
      calls: wire.calls,
      queue,
      isConnected: () => wire.isOpen,
      bootRetryMs: plan.bootRetryMs,
      stamp: (atMs) => wire.stamp(atMs),
      accepted: (isBoot) => this.accepted(isBoot),
      reset: (type) => void this.reboot(type === 'Hard' ? 'HardReset' : 'SoftReset'),
      useKey: (value) => this.useKey(keyFromConfiguration(value)),
    })
  }

  /** Connects, and reconnects until `stop` or `goOffline`. */
  start(): this {
    this.wire.link.open()
    return this
  }

  /** Stops the station: closes the connection and cancels every timer. Queued messages are lost. */
  async stop(): Promise<void> {
    this.restart.close()
    this.parts.close()
    this.queue.close()
    await this.wire.link.close()
  }

  /** Ends the transactions, waits up to this time for their stops to be acknowledged, and stops the station. */
  async leave(timeoutMs = 2_000): Promise<void> {
    this.parts.charging.endAll('Reboot')
    // Messages without a timely acknowledgement are lost, as in a station that is scrapped.
    if (this.isOnline) await this.until(() => this.isQuiet, 'an empty queue', timeoutMs).catch(() => {})
    await this.stop()
  }

  /** True if connected with an accepted boot. */
  get isOnline(): boolean {
    return this.behaviour.reporter.isOnline
  }
  get isConnected(): boolean {
    return this.wire.isOpen
  }
  /** `none`, `pending`, `accepted` or `rejected`. */
  get registration(): string {
    return this.behaviour.registration
  }
  /** Number of accepted boots. */
  get boots(): number {
    return this.acceptedBoots
  }
  /** How the last connection or attempt ended. */
  get lastEnd(): LinkEnd | null {
    return this.wire.link.lastEnd
  }
  get subprotocol(): string {
    return this.wire.link.subprotocol
  }
  get connectors(): readonly Connector[] {
    return this.parts.device.connectors
  }
  get configuration(): Configuration {
    return this.parts.device.configuration
  }
  get device(): Device {
    return this.parts.device
  }
  get maintenance(): Maintenance {
    return this.parts.maintenance
  }
  /** Actions of people at the station. */
  get visits(): Visits {
    return this.parts.visits
  }
  /** Number of transaction messages that wait, and of those discarded. */
  get queued(): { waiting: number; discarded: number } {
    return { waiting: this.queue.length, discarded: this.queue.discarded }
  }
  /** Number of answers that were late or matched no CALL. */
  get unmatchedAnswers(): number {
    return this.wire.calls.unmatchedAnswers
  }
  /** True if nothing waits to be sent or answered. */
  get isQuiet(): boolean {
    return this.queue.length === 0 && this.wire.calls.isIdle
  }

  connector(id: number): Connector {
    const connector = connectorOf(this.parts.device, id)
    this.parts.charging.advance(connector)
    return connector
  }

  /** Cuts the network: no close frame, and no reconnect until `goOnline`. */
  goOffline(): void {
    this.wire.link.cut()
  }
  goOnline(): void {
    this.wire.link.open()
  }
  /** Reconnects on a new socket immediately; `freeze` leaves the old one half-open. */
  reconnect(old: OldSocket = this.device.traits.has('overlaps-sockets') ? 'overlap' : 'close'): void {
    this.wire.link.renew(old)
  }
  /** Reconnects with another key. */
  useKey(key: Uint8Array): void {
    this.wire.keyring.change(key)
    this.wire.link.renew('close')
  }

  /** Sends a CALL of a test, queued with those of the station. */
  call(action: string, payload: Payload): Promise<Answer> {
    return this.wire.calls.callFirst(action, payload)
  }
  /** Sends a raw text. */
  sendText(text: string): void {
    this.wire.write(text)
  }
  /** Calls the listener for every frame until the returned function is called. */
  observe(listener: FrameListener): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Resolves once the condition is true. `timeoutMs` is real time, whatever the clock of the station shows. */
  until(isSo: (station: this) => boolean, what = 'a condition', timeoutMs = 60_000): Promise<void> {
    return this.watch.until(
      () => isSo(this),
      timeoutMs,
      () => `${what}; ${this.describe()}`,
    )
  }

  /** Returns the state in one line. */
  describe(): string {
    const connectors = this.connectors.map((each) => `${each.id} ${each.status}`).join(', ')
    const end = this.lastEnd ? `, last end ${JSON.stringify(this.lastEnd)}` : ''
    const state = this.isConnected ? this.registration : 'not connected'
    return `${this.identity}: ${state}, connectors ${connectors}, ${this.queue.length} queued${end}`
  }

  /** Restarts the station: ends the transactions, forgets its boot, and boots again. */
  reboot(reason: StopReason): Promise<void> {
    return this.restart.begin(reason)
  }

  private accepted(isBoot: boolean): void {
    if (isBoot) {
      this.acceptedBoots++
      this.parts.statuses.forget()
    }
    this.changed()
    this.wire.accepted()
    if (isBoot) this.parts.maintenance.booted()
  }

  private changed(): void {
    this.parts.statuses.reportChanges()
    this.watch.notify()
  }
}
