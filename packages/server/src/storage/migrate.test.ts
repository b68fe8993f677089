import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
