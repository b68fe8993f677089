import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { backUpData, restoreData } from '../src/backup.ts'
import { readConfig } from '../src/config.ts'
import { serve } from '../src/main.ts'
import { newId } from '../src/shared/ids.ts'
import { refuseFullDisk } from '../src/storage/backup/manifest.ts'
import { runningDatabase } from '../src/storage/embedded/running-database.ts'
import { createDatabase, createPool } from '../src/storage/pool.ts'
import type { Db } from '../src/storage/transaction.ts'
import { verifyJournal } from '../src/verify-journal.ts'
import { addClient, addTariff } from './charge-fixture.ts'
import { fastestFolder } from './cluster.ts'
import { sumsOfLedger } from './ledger-fixture.ts'

let base: string
beforeAll(async () => void (base = await mkdtemp(join(await fastestFolder(), 'sm-backup-'))))
afterAll(async () => {
  for (const { close } of running) await close()
  await rm(base, { recursive: true, force: true })
})

const patience = { timeout: 100_000, interval: 200 }
const print = () => {}
const at = (name: string) => join(base, name)
const configOf = (folder: string, variables: Record<string, string> = {}) =>
  readConfig({
    DATA_DIR: at(folder),
    WAL_ARCHIVE: at('archive'),
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: 'correct horse battery',
    ...variables,
  })

interface Running {
  db: Db
  /** Starts the job that rates sessions now. */
  rate: () => Promise<void>
  close: () => Promise<void>
}

const running = new Set<Running>()

async function start(folder: string): Promise<Running> {
  const serving = await serve({ config: configOf(folder), print })
  const url = await runningDatabase(at(`${folder}/postgres`), 'postgres')
  const address = new URL(url!)
  address.pathname = 'stationmaster'
  const db = createDatabase(createPool({ url: address.href, max: 2, name: 'test' }))
  const server = {
    db,
    rate: () => serving.app.jobs.wake('charges.rate'),
    close: async () => {
      running.delete(server)
      await db.destroy()
      await serving.close()
    },
  }
  running.add(server)
  return server
}

/** Adds ended sessions of 1 kWh each, which the server then rates and books. */
async function endSessions({ db }: Running, { label, n }: { label: string; n: number }): Promise<void> {
  const { id: account } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const client = await addClient({ db }, account, label)
  const [station, card] = [newId(), newId()]
  await sql`insert into stations (id, account_id, identity) values (${station}, ${account}, ${label})`.execute(
    db,
  )
  await sql`insert into cards (id, account_id, code, code_folded, client_id)
    values (${card}, ${account}, ${label}, ${label.toLowerCase()}, ${client})`.execute(db)
  await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, card_id, decision,
      start_key, started_at, meter_start_wh, state)
    select gen_random_uuid(), (select coalesce(max(number), 0) from transactions) + n, ${account}, ${station}, 1, ${label},
      ${label.toLowerCase()}, ${card}, 'Accepted', ${label} || n, now() - interval '1 hour', 0, 'running'
    from generate_series(1, ${n}::int) n`.execute(db)
  await sql`update transactions set state = 'finished', stopped_at = now() - interval '1 minute', received_stop_at = now(),
    meter_stop_wh = 1000, energy_wh = 1000 where station_id = ${station}`.execute(db)
}

const countOf = async (db: Db, text: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(text)}`.execute(db)
  return rows[0]!.n
}
const sessionsOf = ({ db }: Running, label: string) => countOf(db, `transactions where id_tag = '${label}'`)

/** Waits until all ended sessions are rated and booked. */
const untilRated = ({ db, rate }: Running): Promise<void> =>
  vi.waitFor(async () => {
    await rate()
    const unrated = `transactions t where t.state = 'finished'
      and not exists (select from ratings r where r.transaction_id = t.id)`
    expect(await countOf(db, unrated)).toBe(0)
  }, patience)

/** Checks that each balance is the sum of its transfers, and that all balances add up to zero. */
async function expectConsistent({ db }: Running): Promise<number> {
  const { total, wrong, transfers } = await sumsOfLedger(db)
  expect({ total, wrong }).toEqual({ total: 0, wrong: 0 })
  return transfers
}

const backUp = (keep = 7, folder = 'data', variables: Record<string, string> = {}) =>
  backUpData({ target: at('backups'), keep, config: configOf(folder, variables), print })
const restore = (
  from: string,
  folder: string,
  more: { until?: string; variables?: Record<string, string> } = {},
) => restoreData({ from, until: more.until, config: configOf(folder, more.variables), print })

/** Returns the message of the problem with which an action fails. */
const problemOf = (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'no problem',
    (error: unknown) => {
      expect((error as Error).name).toBe('StartProblem')
      return (error as Error).message
    },
  )

let backup: string
let moment: string
beforeAll(async () => {
  const server = await start('data')
  const { id: account } = await server.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  await addTariff(server, account)
  await endSessions(server, { label: 'BEFORE', n: 100 })
  await untilRated(server)
  // sessions end, are rated and booked while the files are copied
  const writing = async () => {
    for (let round = 1; round <= 30; round++) await endSessions(server, { label: `DURING${round}`, n: 20 })
  }
  const [copied] = await Promise.all([backUp(), writing()])
  backup = copied
  await endSessions(server, { label: 'AFTER', n: 10 })
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(server.db)
  moment = rows[0]!.now.toISOString()
  await endSessions(server, { label: 'MISTAKE', n: 10 })
  const { rows: segments } = await sql<{ name: string }>`
    select pg_walfile_name(pg_switch_wal()) as name`.execute(server.db)
  const isArchived = async () => (await readdir(at('archive'))).includes(segments[0]!.name)
  await vi.waitFor(async () => expect(await isArchived()).toBe(true), patience)
  await server.close()
}, 300_000)

describe('a backup of a running server', () => {
  // Proves G26
  test('has all that was stored when it ended, a ledger that adds up, and a valid audit trail', async () => {
    await restore(backup, 'restored')
    expect((await readdir(at('restored'))).includes('secret-key')).toBe(true)
    const server = await start('restored')
    expect(await sessionsOf(server, 'BEFORE')).toBe(100)
    expect(
      await countOf(
        server.db,
        `ratings r join transactions t on t.id = r.transaction_id
      where t.id_tag = 'BEFORE'`,
      ),
    ).toBe(100)
    expect(await sessionsOf(server, 'AFTER')).toBe(0)
    const transfers = await expectConsistent(server)
    expect(transfers).toBeGreaterThan(0)
    // what was not rated when the backup ended is rated now
    await endSessions(server, { label: 'LATER', n: 5 })
    await untilRated(server)
    expect(await expectConsistent(server)).toBeGreaterThan(transfers)
    await server.close()
    expect(await verifyJournal({ config: configOf('restored'), print })).toBe(true)
  })

  test('can be restored to a later moment with the archived write-ahead log', async () => {
    await restore(backup, 'at-moment', { until: moment })
    const server = await start('at-moment')
    expect(await sessionsOf(server, 'AFTER')).toBe(10)
    expect(await sessionsOf(server, 'MISTAKE')).toBe(0)
    // another timeline than the restore before, so that both can use one archive
    const { rows } = await sql<{
      timeline: number
      failed: number
    }>`select c.timeline_id as timeline, a.failed_count as failed
      from pg_control_checkpoint() c, pg_stat_archiver a`.execute(server.db)
    expect(rows).toEqual([{ timeline: 3, failed: 0 }])
    expect(await readdir(at('archive'))).toEqual(
      expect.arrayContaining(['00000002.history', '00000003.history']),
    )
    await expectConsistent(server)
    await server.close()
  })

  // Proves L256
  test('can also be made without a server, and replaces those beyond the number to keep', async () => {
    const leftover = at('backups/unrelated')
    await mkdir(leftover)
    await mkdir(at('backups/stationmaster-20200101T000000Z.unfinished'))
    // made while the clock was ahead
    const ahead = at('backups/stationmaster-20990101T000000Z')
    await mkdir(ahead)
    await copyFile(join(backup, 'backup.json'), join(ahead, 'backup.json'))
    // an archived segment that no remaining backup needs
    await writeFile(at('archive/000000010000000000000000'), '')
    const newer = await backUp(1)
    expect((await readdir(at('backups'))).map((name) => at(`backups/${name}`)).sort()).toEqual(
      [newer, leftover].sort(),
    )
    expect(await readdir(at('archive'))).not.toContain('000000010000000000000000')
    backup = newer
  })
})

describe('a restore is refused', () => {
  test('into a folder with data or with a running server', async () => {
    expect(await problemOf(restore(backup, 'data'))).toMatch(/is not empty: move its content away/)
    const server = await start('data')
    expect(await problemOf(restore(backup, 'data'))).toMatch(/a server uses the database/)
    await server.close()
  })

  test('of an incomplete backup, one of another version, or damaged; the folder stays empty', async () => {
    expect(await problemOf(restore(at('archive'), 'new'))).toMatch(/is not a complete backup/)
    const description = join(backup, 'backup.json')
    const text = await readFile(description, 'utf8')
    await writeFile(description, text.replace(/"postgres": \d+/, '"postgres": 12'))
    expect(await problemOf(restore(backup, 'new'))).toMatch(/is of PostgreSQL 12 and this version brings 18/)
    await writeFile(description, text.replace('"format": 1', '"format": 2'))
    expect(await problemOf(restore(backup, 'new'))).toMatch(/from a newer version/)
    await writeFile(description, text)
    await appendFile(join(backup, 'data/postgres/cluster/PG_VERSION'), ' ')
    expect(await problemOf(restore(backup, 'new'))).toMatch(/PG_VERSION has changed\): choose another one/)
    expect(await readdir(at('new'))).toEqual([])
    await writeFile(join(backup, 'data/postgres/cluster/PG_VERSION'), '18\n')
  })

  test('to a moment that the backup and the archive do not have', async () => {
    expect(await problemOf(restore(backup, 'new', { until: moment }))).toMatch(/the backup ended at/)
    expect(await problemOf(restore(backup, 'new', { until: 'yesterday' }))).toMatch(/is not a time/)
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const noArchive = { until: later, variables: { WAL_ARCHIVE: '' } }
    expect(await problemOf(restore(backup, 'new', noArchive))).toMatch(/set WAL_ARCHIVE/)
    expect(await problemOf(restore(backup, 'new', { until: later }))).toMatch(
      /log ends before .* earlier time/,
    )
    expect(await readdir(at('new'))).toEqual([])
  })
})

test('a backup is refused where it cannot be made', async () => {
  const url = 'postgres://a:b@localhost/c'
  expect(await problemOf(backUp(1, 'data', { DATABASE_URL: url }))).toMatch(/PostgreSQL of your own/)
  expect(
    await problemOf(backUpData({ target: at('data/backups'), keep: 1, config: configOf('data'), print })),
  ).toMatch(/outside of it/)
  expect(await problemOf(backUp(1, 'nothing'))).toMatch(/has no database: set DATA_DIR/)
  expect(await problemOf(refuseFullDisk(base, 2 ** 60))).toMatch(
    /not enough space on the disk of .* MiB are free/,
  )
})
