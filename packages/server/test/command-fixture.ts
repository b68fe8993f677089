import { Client } from 'pg'
import { PostgresBus } from '../src/bus/postgres-bus.ts'
import type { BusEvent } from '../src/bus/events.ts'
import type { Clock } from '../src/shared/clock.ts'
import { newId } from '../src/shared/ids.ts'
import { createLog } from '../src/shared/log.ts'
import type { Asker, CommandEffect } from '../src/modules/commands/index.ts'
import { createCommands } from '../src/modules/commands/index.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** A clock that stands until it is moved. */
export interface HeldClock extends Clock {
  move(ms: number): void
}
export function heldClock(start = Date.now()): HeldClock {
  let now = start
  return { now: () => new Date(now), monotonicMs: () => now, move: (ms) => void (now += ms) }
}

/** A database with one account, its user and a bus, and what tests of commands need again and again. */
export interface CommandFixture extends FreshDatabase {
  bus: PostgresBus
  clock: HeldClock
  accountId: string
  asker: Asker
  /** All events the bus carried, in order. */
  heard: BusEvent[]
  addStation(identity: string, isConnected?: boolean): Promise<string>
  commands(effects?: readonly CommandEffect[], process?: string): ReturnType<typeof createCommands>
}

const kinds = ['hint', 'command.queued', 'command.ended'] as const

export async function commandFixture(): Promise<CommandFixture> {
  const fresh = await freshDatabase()
  const bus = new PostgresBus(() => new Client({ connectionString: fresh.url }), createLog('silent'))
  await bus.open()
  const heard: BusEvent[] = []
  for (const kind of kinds) bus.on(kind, (event: BusEvent) => void heard.push(event))
  const accountId = newId()
  const userId = newId()
  await fresh.db.insertInto('accounts').values({ id: accountId, code: 'main', name: 'Main' }).execute()
  await fresh.db.insertInto('users').values({ id: userId, account_id: accountId, username: 'u' }).execute()
  const clock = heldClock()
  const opened: ReturnType<typeof createCommands>[] = []
  return {
    ...fresh,
    bus,
    clock,
    accountId,
    asker: { accountId, userId, isAdmin: false },
    heard,
    async addStation(identity, isConnected = true) {
      const id = newId()
      const row = { id, account_id: accountId, identity, is_connected: isConnected }
      await fresh.db.insertInto('stations').values(row).execute()
      return id
    },
    commands(effects = [], process = 'here') {
      const made = createCommands({ db: fresh.db, bus, clock, process, effects })
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
