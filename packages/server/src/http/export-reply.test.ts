import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { cardList, transactionList } from '@stationmaster/contract'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { refuse } from '../shared/refusal.ts'
import { exportReply, type ExportCall } from './export-reply.ts'
import { ExportSlots } from './export-slots.ts'
import type { WebCall } from './web-call.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    identity: at === 0 ? '=cmd|1!A1' : `CP-${at}`,
    datestart: '2026-11-22T13:03:05.250Z',
    energy: 12_345,
    statecode: 'running',
    reason: null,
    flags: ['a', 'b'],
  }))

/** Returns the response to a request for all of `count` rows. */
const exported = (count: number, more: Partial<ExportCall> = {}) =>
  exportReply({
    format: 'csv',
    row: transactionList,
    handler: async (_, body) => {
      const { after = '-1', reclimit = 0 } = body as { after?: string; reclimit?: number }
      return rows(count).slice(Number(after) + 1, Number(after) + 1 + reclimit)
    },
    viewer: null,
    body: {},
    call: { signal: new AbortController().signal, address: '192.0.2.1' } as WebCall,
    slots: new ExportSlots(),
    ...more,
  })

async function bodyOf(reply: Awaited<ReturnType<typeof exportReply>>): Promise<Readable> {
  if ('no' in reply) throw new Error(reply.no.message)
  return reply.body as Readable // files are streams
}

const sheet = {
  timezone: 'Europe/Berlin',
  columns: [
    { field: 'identity', title: 'Station' },
    { field: 'datestart', title: 'Beginn' },
    { field: 'energy', title: 'Energie', unit: 'kWh', divisor: 1000 },
    { field: 'statecode', title: 'Zustand', words: { running: 'läuft' } },
    { field: 'reason', title: 'Grund' },
    { field: 'flags', title: 'Merkmale' },
  ],
}

test('CSV has the columns that were requested, with titles, units, words and local times', async () => {
  const file = await text(await bodyOf(await exported(2, { body: { sheet } })))
  expect(file.split('\r\n')).toEqual([
    '\ufeffStation,Beginn (Europe/Berlin),Energie (kWh),Zustand,Grund,Merkmale',
    `'=cmd|1!A1,2026-11-22 14:03:05,12.345,läuft,,"a, b"`,
    'CP-1,2026-11-22 14:03:05,12.345,läuft,,"a, b"',
    '',
  ])
})

test('XLSX has the same content as typed cells, and texts are no formulas', async () => {
  const reply = await exported(2, { format: 'xlsx', body: { sheet } })
  const { sheets } = await readXlsx(await buffer(await bodyOf(reply)))
  expect(sheets[0]!.rows).toEqual([
    ['Station', 'Beginn (Europe/Berlin)', 'Energie (kWh)', 'Zustand', 'Grund', 'Merkmale'],
    ['=cmd|1!A1', new Date('2026-11-22T14:03:05Z'), 12.345, 'läuft', null, 'a, b'],
    ['CP-1', new Date('2026-11-22T14:03:05Z'), 12.345, 'läuft', null, 'a, b'],
  ])
  expect([...(sheets[0]!.cells?.values() ?? [])].some(({ formula }) => formula !== undefined)).toBe(false)
})

test('XLSX keeps texts that look like escaped characters', async () => {
  const name = 'a_x000D_b _x41_ _x0041_'
  const handler = async () => [{ ...rows(1)[0], identity: name }]
  const { sheets } = await readXlsx(
    await buffer(await bodyOf(await exported(1, { format: 'xlsx', handler, body: { sheet } }))),
  )
  expect(sheets[0]!.rows[1]![0]).toBe(name)
})

test('members of the entries of a list are written with their words', async () => {
  const connectors = [
    { connectorid: 1, statecode: 'charging' },
    { connectorid: 2, statecode: 'available' },
  ]
  const columns = [
    {
      field: 'flags',
      title: 'Connectors',
      members: ['connectorid', 'statecode'],
      words: { charging: 'Charging' },
    },
  ]
  const handler = async () => [{ id: '0', flags: connectors }]
  const file = await text(
    await bodyOf(await exported(1, { handler, body: { sheet: { timezone: 'UTC', columns } } })),
  )
  expect(file).toContain('"1 Charging, 2 available"')
})

test('a column that the list does not have and an unknown time zone are refused', async () => {
  const columns = [{ field: 'password', title: 'x' }]
  expect(await exported(1, { body: { sheet: { timezone: 'UTC', columns } } })).toMatchObject({
    no: { code: 'list.column_unknown' },
  })
  expect(
    await exported(1, {
      row: cardList,
      body: { sheet: { timezone: 'Mars', columns: [{ field: 'code', title: 'x' }] } },
    }),
  ).toMatchObject({ no: { code: 'value.time_zone_unknown' } })
})

// Proves L143
test.each(['csv', 'xlsx'] as const)(
  'a %s file beyond the limit of rows fails instead of being incomplete',
  async (format) => {
    const limited = (most: number) => exported(2500, { format, limits: { rows: most, ms: 60_000 } })
    await expect(buffer(await bodyOf(await limited(2400)))).rejects.toThrow(/more than 2400 rows/)
    expect((await buffer(await bodyOf(await limited(2500)))).length).toBeGreaterThan(1000)
  },
)

// Proves L143
test('a file that takes too long fails', async () => {
  const body = await bodyOf(await exported(2500, { limits: { rows: 10_000, ms: -1 } }))
  await expect(buffer(body)).rejects.toThrow(/took longer/)
})

// Proves L142
test('a user exports at most three files at the same time', async () => {
  const slots = new ExportSlots()
  const open = await Promise.all([1, 2, 3].map(() => exported(2500, { slots })))
  expect(await exported(1, { slots })).toMatchObject({ no: { code: 'request.too_many_queries' } })
  const other = { signal: new AbortController().signal, address: '192.0.2.2' } as WebCall
  expect(await exported(1, { slots, call: other })).toMatchObject({ status: 200 })
  ;(await bodyOf(open[0]!)).destroy()
  await new Promise(setImmediate)
  expect(await exported(1, { slots })).toMatchObject({ status: 200 })
})

const tooSlow = async () => refuse('list.too_slow')

test('a refusal of the list takes no slot', async () => {
  const slots = new ExportSlots()
  for (let at = 0; at < 5; at += 1)
    expect(await exported(1, { slots, handler: tooSlow })).toMatchObject({ no: { code: 'list.too_slow' } })
  expect(await exported(1, { slots })).toMatchObject({ status: 200 })
})
