import {
  cardCount,
  cardImportCheck,
  cardImportRun,
  cardList,
  cardSet,
  clientSet,
  maxImportRows,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser

beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('mine')
})
afterAll(() => server.close())

const file = (text: string) => ({ data: Buffer.from(text).toString('base64') })
const storedCards = async () => (await server.request(cardCount, {}, mine)).count

const lines = 5_000
/** A file of 5,000 cards of which 40 are invalid, with the lines of these. */
function largeFile(isRepaired: boolean): { text: string; invalid: Map<number, string> } {
  const invalid = new Map<number, string>()
  const rows = Array.from({ length: lines }, (_, index) => {
    const [line, code] = [index + 2, `IMP${String(index).padStart(6, '0')}`]
    if (isRepaired || line % 125 !== 0) return `${code},Card ${index},1`
    const kind = (line / 125) % 4
    if (kind === 0) invalid.set(line, 'value.required')
    if (kind === 1) invalid.set(line, 'value.too_long')
    if (kind === 2) invalid.set(line, 'value.type')
    if (kind === 3) invalid.set(line, 'import.duplicate')
    return [`,No code,1`, `${code}${'X'.repeat(20)},Long,1`, `${code},Word,many`, `imp000000,Twice,1`][kind]!
  })
  return { text: ['code,name,maxtransactions', ...rows, ''].join('\r\n'), invalid }
}

/** Returns the number of transactions that wait for a lock. */
async function waitingTransactions(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(server.db)
  return rows[0]!.n
}

async function openTransactions(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where xact_start is not null and pid <> pg_backend_pid() and datname = current_database()`.execute(
    server.db,
  )
  return rows[0]!.n
}

describe('5,000 cards', () => {
  test('of which 40 are invalid are reported with line and reason, and none is stored', async () => {
    const { text, invalid } = largeFile(false)
    expect(invalid.size).toBe(40)
    const before = await storedCards()
    const checked = await server.request(cardImportCheck, file(text), mine)
    expect(checked).toMatchObject({ rows: lines, valid: lines - 40, errorcount: 40 })
    expect(new Map(checked.errors.map(({ line, code }) => [line, code]))).toEqual(invalid)
    expect(checked.errors.every(({ column, message }) => column !== null && message !== '')).toBe(true)
    expect(checked.preview).toHaveLength(5)
    expect((await server.requestError(cardImportRun, file(text), mine)).code).toBe('import.rows_invalid')
    expect(await storedCards()).toBe(before)
  })

  test('leave nothing behind if the connection ends during the import', async () => {
    const before = await storedCards()
    const { text } = largeFile(true)
    const leaving = new AbortController()
    const lock = await server.db.startTransaction().execute()
    await lock.updateTable('accounts').set({ name: 'locked' }).where('id', '=', mine.accountId).execute()
    const request = fetch(`${server.url}/api/v1${cardImportRun.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mine.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(file(text)),
      signal: leaving.signal,
    })
    const ended = expect(request).rejects.toThrow()
    await expect.poll(() => waitingTransactions(), { timeout: 60_000 }).toBeGreaterThan(0)
    leaving.abort()
    await ended
    await new Promise((resolve) => setTimeout(resolve, 200))
    await lock.rollback().execute()
    await expect.poll(() => openTransactions(), { timeout: 60_000 }).toBe(0)
    expect(await storedCards()).toBe(before)
  })

  test('are stored together, each with an entry of the audit trail', async () => {
    const before = await storedCards()
    const answer = await server.request(cardImportRun, file(largeFile(true).text), mine)
    expect(answer).toEqual({ imported: lines })
    expect(await storedCards()).toBe(before + lines)
    const entries = await server.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('class_code', '=', 'card')
      .where('action', '=', 'create')
      .where('label', 'like', 'IMP%')
      .executeTakeFirstOrThrow()
    expect(Number(entries.n)).toBe(lines)
  })
})

const checked = (text: string | Buffer, sheet?: object) =>
  server.request(cardImportCheck, { data: Buffer.from(text).toString('base64'), sheet }, mine)
const cardRows = (count: number) => `code\n${Array.from({ length: count }, (_, n) => `MANY${n}`).join('\n')}`

describe('an imported file', () => {
  test('may be the exported list, with titles, words and times of the user', async () => {
    const client = await server.request(clientSet, { id: null, name: 'Kuhn Logistik' }, mine)
    const card = { code: 'EXPORTED', tokentype: 'ISO14443', maxtransactions: 0, client: client.id }
    const made = await server.request(cardSet, { id: null, ...card, expiry: '2027-06-30T21:59:00Z' }, mine)
    const sheet = {
      timezone: 'Europe/Berlin',
      columns: [
        { field: 'code', title: 'Ladekarte' },
        { field: 'verdict', title: 'Status', words: { Accepted: 'Gültig' } },
        { field: 'tokentype', title: 'Tokentyp', words: { ISO14443: 'RFID (ISO 14443)' } },
        { field: 'maxtransactions', title: 'Max. Ladevorgänge', words: { 0: 'Unbegrenzt' } },
        { field: 'expiry', title: 'Gültig bis' },
        { field: 'clientname', title: 'Kunde' },
      ],
    }
    for (const format of ['csv', 'xlsx']) {
      const response = await fetch(`${server.url}/api/v1${cardList.path}?format=${format}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mine.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ filter: { code: 'EXPORTED' }, sheet }),
      })
      const exported = Buffer.from(await response.arrayBuffer())
      const taken = await checked(exported, sheet)
      expect(taken.columns.map(({ field }) => field)).toEqual([
        'code',
        null,
        'tokentype',
        'maxtransactions',
        'expiry',
        'client',
      ])
      expect(taken.errors).toMatchObject([{ line: 2, column: 'Ladekarte', code: 'card.code_taken' }])
      await server.db.deleteFrom('cards').where('code', '=', 'EXPORTED').execute()
      const data = exported.toString('base64')
      expect(await server.request(cardImportRun, { data, sheet }, mine)).toEqual({ imported: 1 })
      const [stored] = await server.request(cardList, { filter: { code: 'EXPORTED' } }, mine)
      expect(stored).toMatchObject({ ...card, expiry: made.expiry })
    }
  })

  test('has its errors with line, column and reason', async () => {
    const { errors, valid } = await checked(
      'Code;Tags;Typecode;Client;Expiry\n' +
        'ERR-1;"a; b";rfid;Nobody;30.06.2027\n' +
        '"ERR-2\n";;tin;;\n' +
        'ERR-3;;;;31.02.2027\n' +
        'err-1;;;;\n',
    )
    expect(valid).toBe(0)
    expect(errors.map(({ line, column, code, value }) => [line, column, code, value])).toEqual([
      [2, 'Client', 'client.not_found', 'Nobody'],
      [3, 'Typecode', 'value.not_listed', 'tin'],
      [5, 'Expiry', 'value.date_time', '31.02.2027'],
      [6, 'Code', 'import.duplicate', 'err-1'],
    ])
  })

  test.each([
    ['name\nNo code', 'import.column_missing'],
    ['code,code\nA,B', 'import.column_twice'],
    ['code\n\n', 'import.empty'],
    ['PK\u0003\u0004broken', 'import.file_unreadable'],
    ['co\0de\nA', 'import.file_unreadable'],
  ])('%j is refused', async (text, code) => {
    expect((await server.requestError(cardImportCheck, file(text), mine)).code).toBe(code)
  })

  // Proves L162
  test('has at most 5 MiB, and a workbook at most 64 MiB of content', async () => {
    const large = await server.requestError(cardImportCheck, { data: 'A'.repeat(7_000_000) }, mine)
    expect(large).toMatchObject({ code: 'value.too_long', field: 'data' })
    const unpacked = await writeXlsx({
      sheets: [
        { name: 'bomb', rows: [['code'], ...Array.from({ length: 2_200 }, () => ['A'.repeat(32_000)])] },
      ],
      stringMode: 'inline',
    })
    const bomb = { data: Buffer.from(unpacked).toString('base64') }
    expect((await server.requestError(cardImportCheck, bomb, mine)).code).toBe('import.too_large')
  })

  // Proves L163
  test('has at most 20,000 rows', async () => {
    const refusal = await server.requestError(cardImportCheck, file(cardRows(maxImportRows + 1)), mine)
    expect(refusal).toMatchObject({ code: 'import.too_many_rows', params: { limit: maxImportRows } })
    const most = await checked(cardRows(maxImportRows))
    expect(most.rows).toBe(maxImportRows)
    const all = await checked(`code,maxtransactions\n${'X,many\n'.repeat(1_100)}`)
    expect(all).toMatchObject({ errorcount: 1_100 })
    expect(all.errors).toHaveLength(1_000)
  })

  test('is limited by the quota of the account, before and while it is imported', async () => {
    const account = await server.addAccount('small')
    const other = await server.user('small-user', { accountId: account })
    await server.db.updateTable('accounts').set({ max_cards: 2 }).where('id', '=', account).execute()
    const { errors } = await server.request(cardImportCheck, file('code\nA\nB\nC'), other)
    expect(errors).toMatchObject([{ line: null, code: 'quota.cards' }])
    expect((await server.requestError(cardImportRun, file('code\nA\nB\nC'), other)).code).toBe('quota.cards')
    expect(await server.request(cardImportRun, file('code\nA\nB'), other)).toEqual({ imported: 2 })
  })
})
