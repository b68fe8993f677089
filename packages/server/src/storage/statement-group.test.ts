import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { valueTypes } from './pool.ts'
import { type PreparedStatements, type Statement, StatementGroup } from './statement-group.ts'

let fresh: FreshDatabase
let client: Client
const prepared: PreparedStatements = new Map()

beforeAll(async () => {
  fresh = await freshDatabase()
  client = new Client({ connectionString: fresh.url, pipeline: true, types: valueTypes })
  await client.connect()
  await client.query('create table numbers (n int primary key, at timestamptz, tags text[])')
})
afterAll(async () => {
  await client.end()
  await fresh.close()
})

const run = (statements: readonly Statement[]) =>
  new Promise<string>((resolve, reject) => {
    const group = new StatementGroup(statements, prepared, (error) =>
      error ? reject(error) : resolve(group.lastCommand),
    )
    client.query(group)
  })
const begin = { name: 'begin', text: 'begin' }
const commit = { name: 'commit', text: 'commit' }
const add = (n: number, tags = '{}'): Statement => ({
  name: 'add',
  text: `insert into numbers values ($1, '2026-11-28T10:00:00Z', $2)`,
  values: [n, tags],
})
async function read(): Promise<unknown[]> {
  let rows: unknown[] = []
  const take = (given: unknown[]) => (rows = given)
  await run([{ name: 'read', text: 'select n, n::bigint as long, at, tags from numbers order by n', take }])
  return rows
}

test('statements of a group are executed in order, and rows have the values of their types', async () => {
  expect(await run([begin, add(1, '{a,b}'), add(2), commit])).toBe('COMMIT')
  const at = new Date('2026-11-28T10:00:00Z')
  const rows = [
    { n: 1, long: 1, at, tags: ['a', 'b'] },
    { n: 2, long: 2, at, tags: [] },
  ]
  expect(await read()).toEqual(rows)
  // the second time, the database does not describe the columns again
  expect(await read()).toEqual(rows)
})

test('a failure ends the group without its commit, and the next group can run the same statements', async () => {
  const taken: unknown[][] = []
  const sum = {
    name: 'sum',
    text: 'select sum(n)::int as sum from numbers',
    take: (rows: unknown[]) => taken.push(rows),
  }
  const failing = { name: 'fail', text: 'select 1 / $1::int as one', values: [0] }
  await expect(run([begin, sum, add(3), failing, { ...add(4), name: 'add again' }, commit])).rejects.toThrow(
    'division by zero',
  )
  expect(taken).toEqual([])
  await client.query('rollback')
  expect(await run([begin, sum, add(3), { ...add(4), name: 'add again' }, commit])).toBe('COMMIT')
  expect(taken).toEqual([[{ sum: 3 }]])
  expect((await read()).length).toBe(4)
})

test('groups that are sent one after the other are answered in this order, with other queries between them', async () => {
  const answers = await Promise.all([
    run([begin, add(5), commit]),
    client.query('select 5 as n').then(({ rows }) => rows),
    run([begin, add(6)]),
    run([{ name: 'rollback', text: 'rollback' }]),
  ])
  expect(answers).toEqual(['COMMIT', [{ n: 5 }], 'INSERT 0 1', 'ROLLBACK'])
  expect((await read()).length).toBe(5)
})
