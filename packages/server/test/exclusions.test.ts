import {
  exclusionFileDelete,
  evidenceMaxBytes,
  exclusionFileSet,
  exclusionList,
  exclusionRemove,
  exclusionSet,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let stranger: TestUser
let station: string

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  stranger = await server.user('stan', { accountId: await server.addAccount('other') })
  const place = { id: null, label: 'Landungsbrücken', timezone: 'Europe/Berlin' }
  const site = (await server.request(siteSet, place, operator)).id
  station = (await server.request(stationSet, { id: null, identity: 'HAM-1', site }, operator)).station.id
})
afterAll(() => server.close())

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const attach = (id: string, name: string, data: Buffer, who = operator) =>
  server.call(exclusionFileSet, { id, name, data: data.toString('base64') }, who)

const inMay = (who = operator) => server.request(exclusionList, { month: '2026-05' }, who)

describe('exclusions', () => {
  const fields = {
    id: null,
    reason: 'vandalism' as const,
    description: 'Cable cut',
    evidence: 'Police report 12',
    from: '2026-05-01T10:00:40.000Z',
    to: '2026-05-01T12:00:00.000Z',
  }

  test('are recorded with who, when and the evidence, changed and removed', async () => {
    const added = await server.request(exclusionSet, { ...fields, stationid: station }, operator)
    expect(added).toMatchObject({ username: 'olga', from: '2026-05-01T10:00:00.000Z', identity: 'HAM-1' })
    const changed = { ...fields, id: added.id, evidence: 'Police report 13', version_no: added.version_no }
    expect(await server.request(exclusionSet, changed, operator)).toMatchObject({
      evidence: 'Police report 13',
    })
    expect(await server.requestError(exclusionSet, changed, operator)).toMatchObject({
      code: 'object.edited',
    })
    expect(await inMay()).toHaveLength(1)
    expect(await inMay(stranger)).toEqual([])
    const refused = await server.requestError(exclusionRemove, { id: added.id }, stranger)
    expect(refused.code).toBe('exclusion.not_found')
    await server.request(exclusionRemove, { id: added.id }, operator)
    expect(await inMay()).toEqual([])
  })

  test('are listed in the month of the station, which begins and ends by its local time', async () => {
    const period = { from: '2026-06-30T22:10:00.000Z', to: '2026-06-30T22:40:00.000Z' }
    const { id } = await server.request(exclusionSet, { ...fields, ...period, stationid: station }, operator)
    const listed = async (month: string, place = {}) =>
      (await server.request(exclusionList, { month, ...place }, operator)).map((one) => one.id)
    expect(await listed('2026-07')).toEqual([id])
    expect(await listed('2026-07', { stationid: station })).toEqual([id])
    expect(await listed('2026-06')).toEqual([])
    await server.request(exclusionRemove, { id }, operator)
  })

  test('have files as evidence, which are listed in the file and served by signed addresses', async () => {
    const { id } = await server.request(exclusionSet, { ...fields, stationid: station }, operator)
    const document = Buffer.from('%PDF-1.7\nreport')
    expect((await attach(id, 'report.pdf', document)).status).toBe(200)
    expect((await attach(id, 'cable.png', dot)).status).toBe(200)
    expect((await attach(id, 'other.html', Buffer.from('<script>'))).body).toMatchObject({
      error: { code: 'exclusion.file_unreadable' },
    })
    const large = await attach(id, 'large.pdf', Buffer.concat([document, Buffer.alloc(evidenceMaxBytes)]))
    expect(large.body).toMatchObject({ error: { code: 'document.too_large', params: { mib: 5 } } })
    expect((await attach(id, 'foreign.pdf', document, stranger)).status).toBe(404)
    const [exclusion] = await inMay()
    expect(exclusion).toMatchObject({ files: [{ name: 'report.pdf' }, { name: 'cable.png' }] })
    const [report, picture] = exclusion!.files
    const reply = await fetch(server.url + report!.url)
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    expect(reply.headers.get('content-disposition')).toContain('attachment; filename="report.pdf"')
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(document)
    expect((await fetch(server.url + picture!.url)).headers.get('content-type')).toBe('image/webp')
    expect((await fetch(server.url + report!.url.replace(/signature=./, 'signature=_'))).status).toBe(403)
    const sheet = {
      timezone: 'Europe/Berlin',
      columns: [
        { field: 'evidence', title: 'Evidence' },
        { field: 'files', members: ['name'], title: 'Files' },
      ],
    }
    const path = '/api/v1/availability/exclusion/list?format=csv'
    const file = await server.post(path, { month: '2026-05', sheet }, operator.token)
    expect(String(file.body)).toContain('Police report 12,"report.pdf, cable.png"')
    const both = { id, file: report!.id }
    expect((await server.requestError(exclusionFileDelete, both, stranger)).status).toBe(404)
    await server.request(exclusionFileDelete, both, operator)
    expect((await inMay())[0]!.files).toMatchObject([{ name: 'cable.png' }])
    await server.request(exclusionRemove, { id }, operator)
    expect((await fetch(server.url + picture!.url)).status).toBe(404)
  })

  // Proves L181
  test('have a limited number of files', async () => {
    const { id } = await server.request(exclusionSet, { ...fields, stationid: station }, operator)
    const document = Buffer.from('%PDF-1.7')
    for (let n = 0; n < 5; n++) expect((await attach(id, `${n}.pdf`, document)).status).toBe(200)
    expect((await attach(id, '5.pdf', document)).body).toMatchObject({ error: { code: 'limit.reached' } })
    await server.request(exclusionRemove, { id }, operator)
  })

  // Proves L182
  test('have a limited number of files of an account', async () => {
    const full = await server.user('files', { accountId: await server.addAccount('files') })
    const { station: own } = await server.request(stationSet, { id: null, identity: 'FILES' }, full)
    const { id } = await server.request(exclusionSet, { ...fields, stationid: own.id }, full)
    const { id: other } = await server.request(exclusionSet, { ...fields, stationid: own.id }, full)
    await sql`insert into exclusion_files (id, account_id, exclusion_id, name, type, content)
      select gen_random_uuid(), ${full.accountId}, ${other}, 'x', 'application/pdf', ''
      from generate_series(1, 2000)`.execute(server.db)
    expect((await attach(id, 'x.pdf', Buffer.from('%PDF-1.7'), full)).body).toMatchObject({
      error: { code: 'limit.reached' },
    })
  })

  // Proves L154
  test('are limited for each account', async () => {
    const full = await server.user('full', { accountId: await server.addAccount('full') })
    const { station: own } = await server.request(stationSet, { id: null, identity: 'FULL' }, full)
    await sql`insert into availability_exclusions (id, account_id, station_id, reason, starts_at, ends_at, description, evidence)
      select gen_random_uuid(), ${full.accountId}, ${own.id}, 'vandalism', now(), now() + interval '1 hour', 'x', 'x'
      from generate_series(1, 10000)`.execute(server.db)
    const refused = await server.requestError(exclusionSet, { ...fields, stationid: own.id }, full)
    expect(refused.code).toBe('limit.reached')
  })

  test.each([
    [{ stationid: null }, 'value.either'],
    [{ siteid: newId(), stationid: null }, 'site.not_found'],
    [{ stationid: newId() }, 'station.not_found'],
    [{ to: fields.from }, 'period.end_before_start'],
    [{ to: '2028-05-01T10:00:00.000Z' }, 'period.too_long'],
    [{ evidence: ' ' }, 'value.required'],
  ])('are refused with the reason: %j', async (body, code) => {
    const refused = await server.requestError(
      exclusionSet,
      { ...fields, stationid: station, ...body },
      operator,
    )
    expect(refused.code).toBe(code)
  })
})
