import {
  clientFileDelete,
  clientFiles,
  clientFileSet,
  clientSet,
  fileMaxBytes,
  photoMaxBytes,
  siteFiles,
  siteFileSet,
  siteSet,
  stationGet,
  stationSet,
  objectFileSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let site: string
let client: string
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  site = (await server.request(siteSet, { id: null, label: 'Port' }, operator)).id
  client = (await server.request(clientSet, { id: null, name: 'Fleet' }, operator)).id
})
afterAll(() => server.close())

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n')
const html = '<!doctype html><script>alert(document.domain)</script>'
/** Returns the beginning of an archive with entries of these names. */
const archive = (...names: string[]) =>
  Buffer.from(`PK\x03\x04${'\0'.repeat(26)}${names.join('\0')}`, 'latin1')
const word = archive('[Content_Types].xml', 'word/document.xml')
const send = (name: string, data: Buffer | string, who = operator) =>
  server.call(siteFileSet, { id: site, name, data: Buffer.from(data).toString('base64') }, who)

test.each([
  ['plan.pdf', pdf, 'application/pdf'],
  ['Vertrag.DOCX', word, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [
    'list.ods',
    archive('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    'application/vnd.oasis.opendocument.spreadsheet',
  ],
  ['Zähler "1".csv', 'Zähler;kWh\r\n1;2\r\n', 'text/plain; charset=utf-8'],
  ['page.txt', html, 'text/plain; charset=utf-8'],
])('%s is stored as it is, and only downloaded', async (name, content, type) => {
  const { status, body } = await send(name, content)
  expect([status, body.name, body.type, body.thumbnail]).toEqual([200, name, type, null])
  const response = await fetch(server.url + body.url)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('content-disposition')).toContain(
    `attachment; filename="${name.replaceAll(/[^\w .-]/g, '_')}"`,
  )
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(content))).toBe(true)
  // there is no thumbnail at an address that is signed for one
  expect(body.url).toContain('size=full')
})

test.each([
  ['page.html', html, 'file.type_unsupported'],
  ['page.svg', `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`, 'file.type_unsupported'],
  ['setup.exe', 'MZ', 'file.type_unsupported'],
  ['page.pdf', html, 'file.content_differs'],
  ['sheet.docx', archive('[Content_Types].xml', 'xl/workbook.xml'), 'file.content_differs'],
  ['macros.docx', Buffer.concat([word, Buffer.from('word/vbaProject.bin')]), 'file.content_differs'],
  ['binary.txt', Buffer.from([65, 0, 66]), 'file.content_differs'],
  ['latin.txt', Buffer.from([0xe4, 0xf6]), 'file.content_differs'],
])('%s with other content is refused', async (name, content, code) => {
  const { status, body } = await send(name, content)
  expect([status, body]).toMatchObject([400, { error: { code } }])
})

// Proves L177
test('a document has at most 10 MiB, and a picture 5 MiB', async () => {
  const large = await send('plan.pdf', Buffer.concat([pdf, Buffer.alloc(fileMaxBytes)]))
  expect([large.status, large.body]).toMatchObject([
    413,
    { error: { code: 'document.too_large', params: { mib: 10 } } },
  ])
  const picture = await send('photo.png', Buffer.alloc(photoMaxBytes + 1))
  expect([picture.status, picture.body]).toMatchObject([
    413,
    { error: { code: 'picture.too_large', params: { mib: 5 } } },
  ])
})

// Proves L178
test('the files of an account have at most 2 GiB', async () => {
  const id = newId()
  const stored = { account_id: operator.accountId, object_id: newId(), name: 'x', type: 'x', content: pdf }
  await server.db
    .insertInto('files')
    .values({ ...stored, id, size: 2_147_483_640 })
    .execute()
  const { status, body } = await send('plan.pdf', pdf)
  expect([status, body]).toMatchObject([400, { error: { code: 'file.account_full', params: { mib: 2048 } } }])
  await server.db.deleteFrom('files').where('id', '=', id).execute()
  expect((await send('plan.pdf', pdf)).status).toBe(200)
})

test('a station has pictures only, and a document is no picture of it', async () => {
  const { station } = await server.request(stationSet, { id: null, identity: 'CP-1' }, operator)
  const data = pdf.toString('base64')
  const refused = await server.requestError(objectFileSet, { id: station.id, name: 'x.pdf', data }, operator)
  expect(refused).toMatchObject({ code: 'picture.unreadable' })
  expect((await server.request(stationGet, { id: station.id }, operator)).photo).toBeNull()
})

test('files of a client are seen by those who see the client', async () => {
  const foreign = await server.user('felix', { accountId: await server.addAccount('other') })
  const { id: user } = await server.addUser('clara')
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', user).execute()
  const member = await server.signIn('clara')
  const other = (await server.request(clientSet, { id: null, name: 'Other' }, operator)).id
  const added = []
  for (const id of [client, other])
    added.push(
      await server.request(clientFileSet, { id, name: 'a.pdf', data: pdf.toString('base64') }, operator),
    )
  expect(await server.request(clientFiles, { id: client }, member)).toMatchObject([{ name: 'a.pdf' }])
  for (const [id, who] of [
    [other, member],
    [client, foreign],
  ] as const)
    expect((await server.requestError(clientFiles, { id }, who)).status).toBe(404)
  // neither by the id of the file alone, nor through an object of another class
  const [own, others] = added.map(({ id }) => id)
  const asOwn = { id: client, file: others! }
  expect((await server.requestError(clientFileDelete, asOwn, operator)).status).toBe(404)
  expect((await server.requestError(siteFiles, { id: client }, operator)).status).toBe(404)
  await server.request(clientFileDelete, { id: client, file: own! }, operator)
  expect(await server.request(clientFiles, { id: client }, operator)).toEqual([])
  expect(await server.changesOf(client)).toEqual([
    'create by olga',
    'file add by olga',
    'file delete by olga',
  ])
})
