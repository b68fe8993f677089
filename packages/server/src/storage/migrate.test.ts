import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Pool } from 'pg'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'
import { createDatabase, createPool } from './pool.ts'

let fresh: FreshDatabase
let folder: string

beforeEach(async () => {
  fresh = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'stationmaster-migrations-'))
  await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
})

afterEach(async () => {
  await fresh.close()
  await rm(folder, { recursive: true })
})

const add = (name: string, text: string) => writeFile(join(folder, name), text)

test('what is new is done once, also when two processes start at once', async () => {
  expect(await migrate(fresh.db, folder)).toEqual([])
  await add('9001_first.sql', `create table first (id int); insert into first values (1);`)
  await add('9002_second.sql', 'insert into first values (2);')
  const other = createDatabase(createPool({ url: fresh.url, max: 1, name: 'other' }))
  const done = await Promise.all([migrate(fresh.db, folder), migrate(other, folder)])
  await other.destroy()
  expect(done.flat().sort()).toEqual(['9001_first', '9002_second'])
  const { rows } = await fresh.pool.query('select id from first order by id')
  expect(rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('one that fails is named and leaves nothing behind', async () => {
  await add('9001_first.sql', 'create table first (id int);')
  await add('9002_broken.sql', 'create table second (id int); select nonsense;')
  await expect(migrate(fresh.db, folder)).rejects.toThrow(
    'migration 9002_broken failed: column "nonsense" does not exist',
  )
  const { rows } = await fresh.pool.query(
    `select to_regclass('first') as first, to_regclass('second') as second`,
  )
  expect(rows).toEqual([{ first: null, second: null }])
})

test('a database of a newer version is refused in one line', async () => {
  await add('9001_future.sql', 'select 1;')
  await migrate(fresh.db, folder)
  await rm(join(folder, '9001_future.sql'))
  await expect(migrate(fresh.db, folder)).rejects.toThrow(
    'the database was made by a newer Stationmaster (it knows the step 9001_future)',
  )
})

/** Migrates a new database with rows from the version before one migration. */
async function migratedFrom(name: string, fill: string): Promise<{ end: () => Promise<void>; pool: Pool }> {
  const database = `${new URL(fresh.url).pathname.slice(1)}_earlier`
  await fresh.pool.query(`create database ${database} template template0`)
  const url = new URL(fresh.url)
  url.pathname = database
  const pool = createPool({ url: url.href, max: 1, name: 'earlier' })
  const db = createDatabase(pool)
  const later = (await readdir(folder)).filter((file) => file >= name)
  for (const file of later) await rm(join(folder, file))
  await migrate(db, folder)
  await pool.query(fill)
  await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  expect(await migrate(db, folder)).toHaveLength(later.length)
  const end = async () => {
    await db.destroy()
    await fresh.pool.query(`drop database ${database} with (force)`)
  }
  return { pool, end }
}

test('meter values in partitions that exist get the key that tells texts apart, and so do later partitions', async () => {
  const { pool, end } = await migratedFrom(
    '0039',
    `select make_partitions(date '2026-06-15');
     insert into meter_values (station_id, connector_no, sampled_at, kind_id, value, raw)
     select '00000000-0000-0000-0000-000000000001', 1, at, 1, 'NaN', 'a'
     from unnest(array[timestamptz '2026-06-15 12:00Z', '2001-01-01 12:00Z', '2027-01-01 12:00Z']) at`,
  )
  await pool.query(`select make_partitions(date '2026-12-15')`)
  const add = (raw: string | null) =>
    pool.query(
      `insert into meter_values (station_id, connector_no, sampled_at, kind_id, value, raw)
       select station_id, connector_no, sampled_at, kind_id, value, $1 from meter_values where raw = 'a'
       on conflict do nothing`,
      [raw],
    )
  for (const [raw, added] of [
    ['a', 0],
    ['b', 3],
    ['b', 0],
    ['x'.repeat(20_000), 3],
    [null, 3],
    [null, 0],
  ] as const)
    expect((await add(raw)).rowCount).toBe(added)
  await end()
})
