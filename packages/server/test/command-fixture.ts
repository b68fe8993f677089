import type { Selectable } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { PostgresBus } from '../src/bus/postgres-bus.ts'
import type { BusEvent } from '../src/bus/events.ts'
import type { Clock } from '../src/shared/clock.ts'
import { newId } from '../src/shared/ids.ts'
import { createLog } from '../src/shared/log.ts'
import { noSubscriptions } from '../src/shared/state-change.ts'
import { isRefusal } from '../src/shared/refusal.ts'
import type { Database } from '../src/storage/pool.ts'
import { queryable } from '../src/storage/queryable.ts'
import type { CommandEffect } from '../src/modules/commands/index.ts'
import type { Asker } from '../src/modules/commands/effects.ts'
import { createCommands } from '../src/modules/commands/create-commands.ts'
import type { Outbox } from '../src/modules/workflow/index.ts'
import { outboxFor } from '../src/modules/workflow/outbox.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** A clock that stands still until it is moved. */
interface ManualClock extends Clock {
  move(ms: number): void
}
function manualClock(start = Date.now()): ManualClock {
  let now = start
  return { now: () => new Date(now), monotonicMs: () => now, move: (ms) => void (now += ms) }
}

/** A database with one account, its user and a bus, and the common helpers of command tests. */
export interface CommandFixture extends FreshDatabase {
  bus: PostgresBus
  clock: ManualClock
  outbox: Outbox
  accountId: string
  asker: Asker
  /** All events the bus carried, in order. */
  events: BusEvent[]
  addStation(identity: string, isConnected?: boolean): Promise<string>
  commands(effects?: readonly CommandEffect[], process?: string): ReturnType<typeof createCommands>
}

const kinds = ['hint', 'command.queued', 'command.ended'] as const

export async function commandFixture(options: { max?: number } = {}): Promise<CommandFixture> {
  const fresh = await freshDatabase(options)
  const bus = new PostgresBus(
    () => new Client({ connectionString: fresh.url }),
    createLog('silent'),
    queryable,
  )
  await bus.open()
  const events: BusEvent[] = []
  for (const kind of kinds) bus.on(kind, (event: BusEvent) => void events.push(event))
  const accountId = newId()
  const userId = newId()
  await fresh.db.insertInto('accounts').values({ id: accountId, code: 'main', name: 'Main' }).execute()
  await fresh.db.insertInto('users').values({ id: userId, account_id: accountId, username: 'u' }).execute()
  const clock = manualClock()
  const outbox = outboxFor(noSubscriptions)
  const opened: ReturnType<typeof createCommands>[] = []
  return {
    ...fresh,
    bus,
    clock,
    outbox,
    accountId,
    asker: { accountId, userId, isAdmin: false, clientId: null },
    events,
    async addStation(identity, isConnected = true) {
      const id = newId()
      const row = { id, account_id: accountId, identity, is_connected: isConnected }
      await fresh.db.insertInto('stations').values(row).execute()
      return id
    },
    commands(effects = [], process = 'here') {
      const made = createCommands({ db: fresh.db, bus, clock, outbox, process })
      made.addEffects(effects)
      opened.push(made)
      return made
    },
    async close() {
      for (const made of opened) made.close()
      await bus.close()
      await fresh.close()
    },
  }
}

/** A fixture whose station is a new one in each test, with helpers that send commands to it. */
export interface CommandBench {
  server: CommandFixture
  commands: ReturnType<typeof createCommands>
  /** Id and identity of the station of the running test. */
  station: string
  identity: string
  /** Stores a command to the station and returns its id. */
  queue(action: string, payload?: Record<string, unknown>): Promise<string>
  /** Stores a command and fetches it as the process that has the station's connection. */
  sent(action?: string, payload?: Record<string, unknown>): Promise<string>
  rowOf(id: string): Promise<CommandRow>
}
type CommandRow = Selectable<Database['commands']>

/** Opens a fixture for a test file and adds a station for each of its tests. */
export function commandBench(): CommandBench {
  const bench = {} as CommandBench // set before the first test
  let count = 0
  beforeAll(async () => {
    bench.server = await commandFixture()
  })
  afterAll(() => bench.server.close())
  beforeEach(async () => {
    bench.identity = `CP-${++count}`
    bench.station = await bench.server.addStation(bench.identity)
    bench.commands = bench.server.commands()
    bench.server.events.length = 0
  })
  bench.queue = async (action, payload = {}) => {
    const { commands, server, identity } = bench
    const run = await commands.send(server.asker, { stations: [identity], action, payload })
    if (isRefusal(run)) throw new Error(`${run.refusal}: ${run.message}`)
    return run.commandIds[0]!
  }
  bench.sent = async (action = 'ClearCache', payload = {}) => {
    const id = await bench.queue(action, payload)
    expect(await bench.commands.next(bench.station)).toMatchObject({ id })
    return id
  }
  bench.rowOf = (id) =>
    bench.server.db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return bench
}
