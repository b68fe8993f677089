import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import type { Kysely } from 'kysely'
import { PostgresBus } from '../src/bus/postgres-bus.ts'
import type { BusEventOf } from '../src/bus/events.ts'
import type { GatewayOptions, TlsLimits } from '../src/gateway/index.ts'
import type { CommandOutcome, NextCommand } from '../src/shared/station-command.ts'
import { addLogVolumes } from '../src/modules/accounts/log-volume.ts'
import { foldCode } from '../src/modules/cards/index.ts'
import { cards16 } from '../src/modules/cards/ocpp16.ts'
import { AccessIndex } from '../src/modules/access-rules/index.ts'
import { AttemptRecorder } from '../src/modules/connection-attempts/index.ts'
import { meterValues16 } from '../src/modules/meter-values/ocpp16.ts'
import { hashStationKey, makeStationKey } from '../src/modules/stations/index.ts'
import { stations16 } from '../src/modules/stations/ocpp16.ts'
import { transactions16 } from '../src/modules/transactions/ocpp16.ts'
import { transfers16 } from '../src/modules/transfers/ocpp16.ts'
import { builtInWorkflowIndex, type WorkflowIndex } from '../src/modules/workflow/index.ts'
import { openGateway } from '../src/open-gateway.ts'
import { type Clock, systemClock } from '../src/shared/clock.ts'
import { closeAll } from '../src/shared/close-all.ts'
import type { StationTlsConfig } from '../src/shared/config.ts'
import type { ReadingsFact } from '../src/shared/facts.ts'
import { newId } from '../src/shared/ids.ts'
import { createLog } from '../src/shared/log.ts'
import type { Database } from '../src/storage/pool.ts'
import { queryable } from '../src/storage/queryable.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { type RawOptions, RawStation } from './raw-station.ts'

export interface TestGatewayOptions {
  lanes?: number
  /** True if one proxy is in front of the server. */
  trustProxy?: boolean
  pool?: number
  gateway?: Partial<GatewayOptions>
  database?: FreshDatabase
  databaseUrl?: string
  clock?: Clock
  workflowIndex?: WorkflowIndex
  /** Files of the port with TLS, which is opened if they are given. */
  tls?: Omit<StationTlsConfig, 'port'>
  tlsLimits?: Partial<TlsLimits>
}

export interface TestStation {
  id: string
  identity: string
  key: string
}

/** The station gateway of a server on a separate port, with a separate database. */
export class TestGateway {
  readonly fresh: FreshDatabase
  readonly side: Awaited<ReturnType<typeof openGateway>>
  readonly url: string
  readonly accountId: string
  readonly readings: ReadingsFact[] = []
  readonly hints: BusEventOf<'hint'>[] = []
  readonly outcomes: { id: string; outcome: CommandOutcome }[] = []
  /** Commands for the stations of this test, by station id. */
  readonly commands = new Map<string, NextCommand[]>()
  private readonly server: Server
  private readonly bus: PostgresBus
  private stations = 0

  private constructor(parts: {
    fresh: FreshDatabase
    side: Awaited<ReturnType<typeof openGateway>>
    server: Server
    bus: PostgresBus
    accountId: string
  }) {
    this.fresh = parts.fresh
    this.side = parts.side
    this.server = parts.server
    this.bus = parts.bus
    this.accountId = parts.accountId
    this.url = `ws://127.0.0.1:${(parts.server.address() as AddressInfo).port}`
    parts.bus.on('hint', (event) => this.hints.push(event))
  }

  static async open(options: TestGatewayOptions = {}): Promise<TestGateway> {
    const fresh = options.database ?? (await freshDatabase({ max: options.pool ?? 5 }))
    const log = createLog(process.env['TEST_LOG'] ?? 'silent')
    const bus = new PostgresBus(() => new Client({ connectionString: fresh.url }), log, queryable)
    await bus.open()
    const accountId = await ensureAccount(fresh.db)
    const inside: { testGateway?: TestGateway } = {}
    const closers: (() => unknown)[] = []
    const onClose = (close: () => unknown) => void closers.push(close)
    const processName = `stationmaster station side ${randomBytes(6).toString('hex')}`
    const ctx = { bus, clock: options.clock ?? systemClock, log, onClose, processName }
    const { pool, db } = fresh
    const recorder = new AttemptRecorder({ ...ctx, pool, logEvent: () => {} })
    const { workflowIndex = builtInWorkflowIndex } = options
    const access = await AccessIndex.open({ db, bus }, () => {})
    const deciders = { access, covers: () => true }
    const opened = await openGateway(
      {
        ...ctx,
        db,
        pools: { stations: pool },
        config: {
          ocpp: { pingMs: 30_000, callTimeoutMs: 30_000, frameBytes: 256 * 1024, deflate: false },
          stationTls: options.tls && { ...options.tls, port: 0 },
          trustProxy: { hops: options.trustProxy ? 1 : 0 },
          databasePool: options.lanes ?? 2,
        },
      },
      {
        databaseUrl: options.databaseUrl ?? fresh.url,
        recorder,
        subscriptions: workflowIndex,
        authorities: async () => [],
        tlsChecked: () => {},
        options: { settleMs: 0, ...options.gateway },
        ...(options.tlsLimits && { tlsLimits: options.tlsLimits }),
        handlers: {
          '1.6': {
            ...stations16({ workflow: workflowIndex }),
            ...cards16(deciders),
            ...transactions16({ deciders, reservationUsed: () => {} }),
            ...meterValues16({
              onReadings: (readings) => void inside.testGateway?.readings.push(readings),
            }),
            ...transfers16({ db, bus }),
            SignCertificate: () => ({ status: 'Rejected' }),
          },
        },
        nextCommand: async (stationId) => inside.testGateway?.commands.get(stationId)?.shift() ?? null,
        commandAnswered: async (id, outcome) => void inside.testGateway?.outcomes.push({ id, outcome }),
        maskResponse: (_action, payload) => payload,
        addLogVolumes: (volumes) => addLogVolumes({ ...ctx, db, defaultMib: 10_240 }, volumes),
      },
    )
    const side = {
      ...opened,
      close: async (spreadMs?: number) => {
        await opened.close(spreadMs)
        await closeAll(closers)
        await recorder.close()
      },
    }
    const server = createServer((request, response) => {
      const wrong = side.gateway.handshakeProblem(request)
      response.writeHead(wrong === null ? 404 : 426).end(wrong)
    })
    server.on('upgrade', (request, socket, head) => {
      if (!side.gateway.handleUpgrade(request, socket, head)) socket.destroy()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    inside.testGateway = new TestGateway({ fresh, side, server, bus, accountId })
    return inside.testGateway
  }

  async addStation(
    columns: Partial<{
      identity: string
      approval: 'accepted' | 'rejected'
      subprotocol_optional: boolean
      time_zone: string
    }> = {},
  ): Promise<TestStation> {
    const id = newId()
    const identity = columns.identity ?? `CP-${++this.stations}-${id.slice(-6)}`
    const key = makeStationKey()
    await this.fresh.db
      .insertInto('stations')
      .values({ id, account_id: this.accountId, ...columns, identity })
      .execute()
    await this.fresh.db
      .insertInto('station_keys')
      .values({ id: newId(), station_id: id, hash: hashStationKey(id, key) })
      .execute()
    return { id, identity, key }
  }

  async addCard(
    code: string,
    columns: Partial<{
      max_transactions: number
      state: 'enabled' | 'disabled'
      expires_at: Date
      parent_code: string
    }> = {},
  ): Promise<void> {
    await this.fresh.db
      .insertInto('cards')
      .values({ id: newId(), account_id: this.accountId, code, code_folded: foldCode(code), ...columns })
      .execute()
  }

  connect(station: TestStation, options: Partial<RawOptions> = {}): Promise<RawStation> {
    return RawStation.connect({ url: this.url, ...station, ...options })
  }

  /** Adds and connects a station that has booted. */
  async booted(options: Partial<RawOptions> = {}): Promise<{ station: TestStation; socket: RawStation }> {
    const station = await this.addStation()
    const socket = await this.connect(station, options)
    await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    return { station, socket }
  }

  transactions(stationId: string) {
    return this.fresh.db
      .selectFrom('transactions')
      .selectAll()
      .where('station_id', '=', stationId)
      .orderBy('id')
      .execute()
  }

  /** Stops the server; the database remains for the next one. */
  async stop(): Promise<void> {
    await this.side.close(0)
    await new Promise((resolve) => this.server.close(resolve))
    await this.bus.close()
  }

  async close(): Promise<void> {
    await this.stop()
    await this.fresh.close()
  }
}

async function ensureAccount(db: Kysely<Database>): Promise<string> {
  const known = await db.selectFrom('accounts').select('id').executeTakeFirst()
  if (known) return known.id
  const id = newId()
  await db.insertInto('accounts').values({ id, code: 'acc', name: 'Account' }).execute()
  return id
}

/** Waits until a database query, or any other check, has a result. */
export async function eventually<T>(
  read: () => Promise<T | null | undefined | false>,
  limitMs = 60_000,
  intervalMs = 25,
): Promise<T> {
  const end = Date.now() + limitMs
  for (;;) {
    const found = await read()
    if (found) return found
    if (Date.now() > end) throw new Error('it did not become true in time')
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
}
