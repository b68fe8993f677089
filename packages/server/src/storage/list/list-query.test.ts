import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { column } from './column.ts'
import { inLane } from '../lanes.ts'
import {
  type ListSource,
  type Query,
  runCount,
  runCountUpTo,
  runBatched,
  runGet,
  runOver,
  runList,
  runTotals,
} from './list-query.ts'
import type { ViewedList } from './list-source.ts'

let fresh: FreshDatabase
let viewed: ViewedList<Thing>
beforeAll(async () => {
  fresh = await freshDatabase()
  const { db } = fresh
  viewed = { db, source: things, scope: viewer }
  await sql`create table things (no int primary key, name text, weight float8, at timestamptz, tags text[] not null,
    secret text not null default 'secret')`.execute(db)
  await sql`insert into things select n, case when n % 5 = 0 then null else 'thing ' || (n % 7) end, n / 2.0,
    timestamptz '2026-01-01' + n * interval '1 microsecond', case n % 2 when 0 then array['even'] else '{}' end
    from generate_series(1, 40) n`.execute(db)
})
afterAll(() => fresh.close())

interface Thing {
  no: number
  name: string | null
  weight: number
  at: string
  tags: string[]
}
const things: ListSource<Thing> = {
  from: sql`things x`,
  columns: {
    no: column.integer('x.no'),
    name: column.text('x.name', 'nullable'),
    weight: column.number('x.weight'),
    at: column.instant('x.at'),
    tags: column.list('x.tags'),
  },
  key: 'no',
  order: ['no'],
  // rows hidden from the viewer, so that a leak shows
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`x.no <= 30`),
}
const viewer = { accountId: '', userId: '', clientId: null, isAdmin: false, isDriver: false } satisfies Scope

const list = async (query: Query): Promise<number[]> => {
  const rows = await runList(viewed, query)
  if (isRefusal(rows)) throw new Error(rows.message)
  return rows.map((row) => row.no)
}
const refusal = async (query: Query) => {
  const rows = await runList(viewed, query)
  if (!isRefusal(rows)) throw new Error('it was answered')
  return rows
}

const outside = (work: () => Promise<unknown>) => expect(inLane('short', work)).rejects.toThrow('entry point')

// Proves A13, L77
test('a request that bypassed the entry point for queries cannot run a query', async () => {
  await outside(() => runList(viewed, {}))
  await outside(() => runCount(viewed, {}))
  await outside(() => runCountUpTo(viewed, {}, 1))
  await outside(async () => runOver(viewed, {}, () => sql`select`))
  await outside(() => runTotals(viewed, {}, sql`count(*)`))
  const gather = { select: sql`count(*)`, where: sql`true`, by: sql`x.name` }
  await outside(() => runBatched(viewed, {}, gather))
  expect(await inLane('query', () => runCount(viewed, {}))).toEqual({ count: 30 })
  expect(await inLane('short', () => runGet(viewed, { no: 3 }))).toMatchObject({ no: 3 })
})

describe('no query returns rows that the viewer may not see', () => {
  const attempts: Query[] = [
    {
      search: [
        { field: 'no', compare: 'GTR', value: 0 },
        { condition: 'OR', field: 'no', compare: 'GTR', value: 30 },
      ],
    },
    {
      search: [
        { field: 'no', value: 1, condition: 'OR' },
        { field: 'no', compare: 'INN', condition: 'OR' },
      ],
    },
    { search: [{ field: 'no', valarr: [], compare: 'NEQ' }] },
    { filter: { no: [31, 32, 5, 40] } },
    { after: '35' },
    { after: '29', orderby: ['name desc', 'weight'] },
    { recoffset: 0, reclimit: 5000 },
  ]
  test.each(attempts.map((query) => [query]))('%j', async (query) => {
    for (const no of await list(query)) expect(no).toBeLessThanOrEqual(30)
  })

  test('an OR stays within its chain', async () => {
    const search = [
      { field: 'no', value: 1 },
      { condition: 'OR' as const, field: 'no', value: 2 },
    ]
    expect(await list({ search, filter: { no: 2 } })).toEqual([2])
  })

  test('treats any text as a value', async () => {
    for (const value of ["' or true --", '%', '\\', "'; drop table things; --", '$1', '\u0000'])
      for (const compare of ['EQL', 'LKE', 'IKE', 'NEQ'] as const)
        for (const no of await list({ search: [{ field: 'name', compare, value }] }))
          expect(no).toBeLessThanOrEqual(30)
    expect(await runCount({ ...viewed, scope: { ...viewer, isAdmin: true } }, {})).toEqual({ count: 40 })
  })

  // Proves A13
  test('rejects an unlisted column in every part of a query', async () => {
    for (const name of ['secret', 'x.secret', '"secret"', 'no, secret', 'NO', '__proto__', 'toString'])
      for (const query of [
        { fields: [name] },
        { filter: { [name]: 'x' } },
        { orderby: [name] },
        { search: [{ field: name, value: 'x' }] },
      ]) {
        // "__proto__" in a literal sets no key: nothing to reject
        if (Object.keys(query.filter ?? { some: 1 }).length === 0) continue
        expect((await refusal(query)).refusal).toBe('invalid')
      }
  })
})

describe('paging after a row', () => {
  test.each([[['name', 'weight DESC']], [['name desc']], [['at DESC']], [['weight', 'at']], [undefined]])(
    'in the order %j returns every row once',
    async (orderby) => {
      const whole = await list({ orderby, reclimit: 100 })
      const walked: number[] = []
      for (let after: string | undefined; ; after = String(walked.at(-1))) {
        const page = await list({ orderby, after, reclimit: 7 })
        walked.push(...page)
        if (page.length < 7) break
      }
      expect(walked).toEqual(whole)
      expect(whole).toHaveLength(30)
    },
  )

  test('distinguishes microseconds that a Date would lose', async () => {
    const first = await list({ orderby: ['at'], reclimit: 3 })
    expect(await list({ orderby: ['at'], after: String(first.at(-1)), reclimit: 3 })).toEqual([4, 5, 6])
  })
})

describe('values', () => {
  test('null is valid in filters and in lists of values', async () => {
    expect(await list({ filter: { name: null } })).toEqual([5, 10, 15, 20, 25, 30])
    expect(await list({ filter: { name: [null, 'thing 1'] }, reclimit: 3 })).toEqual([1, 5, 8])
    expect(await list({ search: [{ field: 'name', compare: 'NEQ', valarr: [null] }] })).toHaveLength(24)
    expect(await list({ filter: { name: [] } })).toEqual([])
  })

  test('are read as the column requires', async () => {
    expect(await list({ filter: { no: '7' } })).toEqual([7])
    expect(await list({ search: [{ field: 'weight', compare: 'LEQ', value: '1.5' }] })).toEqual([1, 2, 3])
    const since = [{ field: 'at', compare: 'GEQ' as const, value: '2026-01-01T01:00:00+01:00' }]
    expect(await list({ search: since })).toHaveLength(30)
    expect(await list({ search: [{ field: 'tags', compare: 'GIN', value: 'even' }] })).toHaveLength(15)
    expect((await refusal({ filter: { no: 1.5 } })).field).toBe('filter.no')
    expect((await refusal({ filter: { no: '1e3' } })).field).toBe('filter.no')
    expect((await refusal({ filter: { no: '99999999999' } })).refusal).toBe('invalid')
    expect((await refusal({ search: [{ field: 'tags', compare: 'LSS', value: 'x' }] })).code).toBe(
      'list.operator_not_for_lists',
    )
    expect((await refusal({ search: [{ field: 'name', compare: 'LSS' }] })).field).toBe('search[0].value')
  })

  test('times are returned as ISO text', async () => {
    const rows = (await runList(viewed, { reclimit: 1 })) as Thing[]
    expect(rows[0]!.at).toBe('2026-01-01T00:00:00.000Z')
  })

  // Proves A13, L80
  test('asks the caller to narrow a search that takes too long', async () => {
    const slow: ListSource<Thing> = { ...things, visible: () => sql`pg_sleep(0.05) is not null` }
    const answer = await viewed.db.connection().execute(async (one) => {
      await sql`set statement_timeout = 50`.execute(one)
      const refused = await runList({ db: one, source: slow, scope: viewer }, {})
      await sql`reset statement_timeout`.execute(one)
      return refused
    })
    expect(answer).toMatchObject({ code: 'list.too_slow' })
  })
})

test('a statement of a module has the tables and conditions of the query', async () => {
  const query: Query = { search: [{ field: 'no', compare: 'LEQ', value: 10 }] }
  const groups = await runOver(viewed, query, ({ tables, where, column }) => {
    const name = column('name')
    return sql`select ${name} as name, count(*)::int as count from ${tables} where ${where} and ${name} is not null
      group by 1 order by 2 desc, 1`
  })
  expect(groups).toEqual([
    { name: 'thing 1', count: 2 },
    { name: 'thing 2', count: 2 },
    ...['thing 0', 'thing 3', 'thing 4', 'thing 6'].map((name) => ({ name, count: 1 })),
  ])
})
