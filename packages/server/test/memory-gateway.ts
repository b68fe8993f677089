import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { unregistered } from '../src/gateway/connection.ts'
import { Gateway, type GatewayOptions, type GatewayServices } from '../src/gateway/index.ts'
import type { CommandOutcome, NextCommand } from '../src/shared/station-command.ts'
import type { Admitted } from '../src/shared/admission.ts'
import { type Clock, systemClock } from '../src/shared/clock.ts'
import type { FactKind, FactRows, Facts, Found, Work } from '../src/shared/facts.ts'
import { createLog } from '../src/shared/log.ts'
import type { StationHandlers16 } from '../src/shared/station-connection.ts'
import { type RawOptions, RawStation } from './raw-station.ts'

interface MemoryParts {
  clock?: Clock
  /** What is found in the storage. */
  found?: Partial<Found>
  /** Called before a work is stored; what it throws prevents that. */
  check?: (work: Work<unknown>) => void
  /** Called for each fact that was stored. */
  onStored?: (kind: FactKind, row: unknown) => void
}

/** A gateway with real sockets whose storage is in memory, so that a test can make each part of it fail. */
export class MemoryGateway {
  /** Facts that were stored, in order. */
  readonly stored: { kind: FactKind; row: unknown }[] = []
  readonly outcomes: { id: string; outcome: CommandOutcome }[] = []
  readonly commands: NextCommand[] = []
  /** Error with which each write fails; null if it succeeds. */
  failure: Error | null = null
  /** Replaces the check that a station may exchange messages. */
  mayExchangeMessages = () => true
  /** Called before each command is returned. */
  beforeCommand = () => {}
  /** True if the credentials of stations have become invalid when their connections are registered. */
  areWithdrawn = false
  /** Called before each registration of a connection. */
  beforeRegister = async () => {}
  readonly storage = { unavailableSince: null as Date | null, onRepeatedEntries: () => () => {} }
  private held: (() => void)[] | null = null
  private readonly parts: MemoryParts
  readonly gateway: Gateway
  private readonly server: Server
  private epoch = 0
  private readonly epochs = new Map<string, number>()

  private constructor(
    handlers: Partial<StationHandlers16>,
    options: Partial<GatewayOptions>,
    parts: MemoryParts,
  ) {
    this.parts = parts
    const log = createLog('silent')
    const services = this.services(handlers)
    this.gateway = new Gateway(
      services,
      { settleMs: 0, tickMs: 10, ...options },
      {
        clock: parts.clock ?? systemClock,
        log,
      },
    )
    this.server = createServer()
    this.server.on('upgrade', (request, socket, head) => this.gateway.handleUpgrade(request, socket, head))
  }

  static async open(
    handlers: Partial<StationHandlers16> = {},
    options: Partial<GatewayOptions> = {},
    parts: MemoryParts = {},
  ): Promise<MemoryGateway> {
    const all = new MemoryGateway(handlers, options, parts)
    all.server.listen(0, '127.0.0.1')
    await once(all.server, 'listening')
    return all
  }

  private services(handlers: Partial<StationHandlers16>): GatewayServices {
    return {
      admit,
      precheck: admit,
      rejected: () => {},
      register: async ({ stationId }) => {
        await this.beforeRegister()
        if (this.areWithdrawn) return null
        this.epochs.set(stationId, ++this.epoch)
        return {
          epoch: this.epoch,
          station: unregistered(await admit({ identity: stationId })),
          hasCommands: false,
          isBootRequested: false,
        }
      },
      changes: async () => null,
      run: (work) => this.run(work),
      storage: this.storage,
      addLogVolumes: async () => [],
      handlers: {
        '1.6': { Heartbeat: () => ({ currentTime: 'now' }), ...handlers } as StationHandlers16,
      },
      mayExchangeMessages: () => this.mayExchangeMessages(),
      nextCommand: async () => {
        this.beforeCommand()
        return this.commands.shift() ?? null
      },
      commandAnswered: async (id, outcome) => void this.outcomes.push({ id, outcome }),
      maskResponse: (_action, payload) => payload,
    }
  }

  private async run<Answer>(work: Work<Answer>): Promise<Answer> {
    if (this.held) await new Promise<void>((resolve) => this.held!.push(resolve))
    if (this.failure) throw this.failure
    const rows: { kind: FactKind; row: unknown }[] = []
    const facts: Facts = {
      add: (kind, row) => void rows.push({ kind, row }),
      hint: () => {},
      onDiscard: () => {},
    }
    this.parts.check?.(work)
    const answer = work.decide(facts, { nextNumber: () => 4711, ...this.parts.found } as Found)
    this.stored.push(...rows)
    for (const { kind, row } of rows) this.parts.onStored?.(kind, row)
    work.committed?.(answer)
    return answer
  }

  /** Makes all writes wait until `release` is called. */
  hold(): void {
    this.held ??= []
  }

  release(): void {
    const held = this.held ?? []
    this.held = null
    for (const resolve of held) resolve()
  }

  /** Returns the epoch of the newest connection of a station. */
  epochOf(stationId: string): number {
    return this.epochs.get(stationId) ?? 0
  }

  /** Returns the stored facts of a kind. */
  rows<Kind extends FactKind>(kind: Kind): FactRows[Kind][] {
    return this.stored.filter((one) => one.kind === kind).map(({ row }) => row as FactRows[Kind])
  }

  connect(identity: string, options: Partial<RawOptions> = {}): Promise<RawStation> {
    const { port } = this.server.address() as AddressInfo
    return RawStation.connect({ url: `ws://127.0.0.1:${port}`, identity, ...options })
  }

  /** Accepts a connection that needs no socket of the operating system. */
  accept(connection: Duplex): void {
    this.server.emit('connection', connection)
  }

  /** Queues commands for a station and notifies the gateway. */
  queue(identity: string, ...commands: NextCommand[]): void {
    this.commands.push(...commands)
    this.gateway.wake(identity)
  }

  async close(): Promise<void> {
    this.release()
    await this.gateway.close(0, { callMs: 0, commandMs: 0 })
    await new Promise((resolve) => this.server.close(resolve))
  }
}

const admit = async ({ identity }: { identity: string }): Promise<Admitted> => ({
  stationId: identity,
  accountId: 'account',
  identity,
  mayOmitSubprotocol: false,
  keyId: null,
  isKeyFresh: false,
  usedCertificate: null,
  securityProfile: 1,
})
