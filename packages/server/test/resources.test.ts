import {
  type BodyOf,
  registrySet,
  resourceCount,
  resourceDataDelete,
  resourceDataSet,
  resourceDelete,
  resourceGet,
  resourceLimits,
  resourceList,
  resourceSet,
  terms,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const set = (body: BodyOf<typeof resourceSet>) => server.request(resourceSet, body, admin)
const add = (name: string, type: 'folder' | 'text' | 'file', node: string | null = null) =>
  set({ id: null, name, type, node })
const write = (body: BodyOf<typeof resourceDataSet>) => server.request(resourceDataSet, body, admin)
const refused = async (row: Parameters<TestServer['requestError']>[0], body: Record<string, unknown>) => {
  const { status, code, field } = await server.requestError(row, body, admin)
  return [status, field ?? code]
}
const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64')
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

const fetched = async (url: string) => {
  const response = await fetch(server.url + url)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('the tree', () => {
  // Proves S2.36
  test('is listed level by level, with paths and languages', async () => {
    const folder = await add('Letters', 'folder')
    const text = await add('Welcome', 'text', folder.id)
    await write({ id: text.id, locale: 'ru', text: 'Добро пожаловать' })
    await write({ id: text.id, locale: 'en', text: 'Welcome' })
    const top = await server.request(resourceList, { filter: { node: null } }, admin)
    expect(top.map(({ path, nodes }) => [path, nodes])).toEqual([
      ['Letters', 1],
      ['mail', 11],
    ])
    const [row] = await server.request(resourceList, { filter: { node: folder.id } }, admin)
    expect(row).toMatchObject({ path: 'Letters/Welcome', type: 'text', locales: ['en', 'ru'], usedby: [] })
    expect((await server.request(resourceCount, { filter: { type: 'text' } }, admin)).count).toBe(1 + 2 * 11)
  })

  test('refuses two entries of a name, entries below a text, a folder below itself, and too many levels', async () => {
    const folder = await add('Deep', 'folder')
    const inner = await add('Inner', 'folder', folder.id)
    const text = await add('Text', 'text', folder.id)
    const like = { type: 'text', node: folder.id }
    expect(await refused(resourceSet, { id: null, name: 'TEXT', ...like })).toEqual([409, 'name'])
    for (const name of [' ', 'a/b', 'a\u0007'])
      expect(await refused(resourceSet, { id: null, name, ...like })).toEqual([400, 'name'])
    const into = (id: string, node: string) => refused(resourceSet, { id, node })
    expect(await into(inner.id, text.id)).toEqual([400, 'node'])
    expect(await into(folder.id, inner.id)).toEqual([400, 'node'])
    expect(await into(folder.id, admin.id)).toEqual([400, 'node'])
    let node = inner.id
    for (let depth = 3; depth <= resourceLimits.depth; depth += 1) node = (await add('f', 'folder', node)).id
    expect(await refused(resourceSet, { id: null, name: 'x', type: 'folder', node })).toEqual([400, 'node'])
    const other = await add('Other', 'folder')
    expect(await into(folder.id, other.id)).toEqual([400, 'node'])
    // moved and renamed in one request, with all its content
    await set({ id: inner.id, node: null, name: 'Inner 2' })
    expect((await server.request(resourceGet, { id: node }, admin)).path).toMatch(/^Inner 2\/f\/f/)
    expect(await server.request(resourceDelete, { id: inner.id }, admin)).toEqual({ resources: 7 })
    expect(await refused(resourceGet, { id: node })).toEqual([404, 'id'])
  })

  test('is changed only with the latest version number', async () => {
    const text = await add('Versions', 'text')
    const stale = { id: text.id, version_no: text.version_no }
    await set({ ...stale, description: 'once' })
    expect(await refused(resourceSet, { ...stale, name: 'again' })).toEqual([409, 'version_no'])
    expect(await refused(resourceDelete, stale)).toEqual([409, 'version_no'])
    const at = { id: text.id, locale: 'de' as const }
    const { data } = await write({ ...at, text: 'eins', version_no: null })
    await write({ ...at, text: 'zwei', version_no: data[0]!.version_no })
    for (const version_no of [null, data[0]!.version_no])
      expect(await refused(resourceDataSet, { ...at, text: 'drei', version_no })).toEqual([409, 'version_no'])
    expect(await refused(resourceDataDelete, { ...at, version_no: 1 })).toEqual([409, 'version_no'])
    expect((await server.request(resourceDataDelete, at, admin)).data).toEqual([])
    expect(await refused(resourceDataDelete, at)).toEqual([404, 'locale'])
  })
})

describe('files', () => {
  test('are displayed only when their bytes are a picture; all others are downloaded', async () => {
    const file = await add('Logo', 'file')
    const put = async (name: string, bytes: string | Buffer) =>
      (await write({ id: file.id, locale: 'en', file: { name, data: base64(bytes) } })).data[0]!.file!
    const picture = await put('logo.png', png)
    expect(picture).toMatchObject({ name: 'logo.png', type: 'image/png', size: png.length, viewable: true })
    const shown = await fetched(picture.url)
    expect(shown.bytes).toEqual(png)
    expect(shown.response.headers.get('content-type')).toBe('image/png')
    const page = await put('../"Прайс".png\r\n', '<script>alert(1)</script>')
    expect(page).toMatchObject({ type: 'application/octet-stream', viewable: false })
    const saved = (await fetched(page.url)).response.headers
    expect(saved.get('content-type')).toBe('application/octet-stream')
    expect(saved.get('x-content-type-options')).toBe('nosniff')
    expect(saved.get('content-security-policy')).toContain("default-src 'none'")
    expect(saved.get('content-disposition')).toBe(
      `attachment; filename="..________.png__"; filename*=UTF-8''.._%22%D0%9F%D1%80%D0%B0%D0%B9%D1%81%22.png__`,
    )
    const svg = await put('x.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    expect((await fetched(svg.url)).response.headers.get('content-disposition')).toMatch(/^attachment/)
    // the previous file is gone with its address
    for (const url of [picture.url, '/api/v1/resource/file/..%2f..%2fetc', `${svg.url}x`])
      expect((await fetched(url)).response.status, url).toBe(404)
  })

  // Proves L133
  test('are limited in size, accept no text, and texts accept no files', async () => {
    const file = await add('Large', 'file')
    const put = (data: string, more = {}) => ({
      id: file.id,
      locale: 'en',
      file: { name: 'f', data },
      ...more,
    })
    expect(await refused(resourceDataSet, put('§§§'))).toEqual([400, 'file.data'])
    expect(await refused(resourceDataSet, put('===='))).toEqual([400, 'file.data'])
    expect(await refused(resourceDataSet, put(base64('x'), { text: 'both' }))).toEqual([400, 'text'])
    expect(await refused(resourceDataSet, { id: file.id, locale: 'en', text: 'x' })).toEqual([400, 'text'])
    const text = await add('No file', 'text')
    expect(await refused(resourceDataSet, put(base64('x'), { id: text.id }))).toEqual([400, 'file'])
    const tooLarge = base64(Buffer.alloc(resourceLimits.fileBytes + 1))
    expect(await refused(resourceDataSet, put(tooLarge))).toEqual([413, 'file.data'])
    const limit = { root: 'CURRENT_CONFIG', path: 'Resources', name: 'MaxFileBytes' } as const
    await server.request(registrySet, { ...limit, type: 'integer', value: 4 }, admin)
    expect((await server.request(resourceGet, { id: file.id }, admin)).maxbytes).toBe(4)
    expect(await refused(resourceDataSet, put(base64('12345')))).toEqual([413, 'file.data'])
    await write({ id: file.id, locale: 'en', file: { name: 'f', data: base64('1234') } })
  })
})

describe('the terms', () => {
  test('are those of the resource, in the language of the request or else in English', async () => {
    const text = await add('Terms', 'text')
    expect(text.usedby).toEqual(['terms'])
    const termsText = async (locale: 'de' | 'it') => (await server.call(terms, { locale })).body.text
    expect(await termsText('de')).toBeNull()
    await write({ id: text.id, locale: 'en', text: '# Terms\n\nOurs.' })
    await write({ id: text.id, locale: 'de', text: 'Unsere.' })
    expect([await termsText('de'), await termsText('it')]).toEqual(['Unsere.', '# Terms\n\nOurs.'])
    const { id } = text
    for (const [row, body] of [
      [resourceDelete, { id }],
      [resourceSet, { id, name: 'Conditions' }],
    ] as const)
      expect((await server.requestError(row, body, admin)).code).toBe('resource.used_by_product')
    await set({ id, name: 'TERMS' })
    await server.request(resourceDelete, { id, force: true }, admin)
    expect(await termsText('de')).toBeNull()
  })
})

describe('the texts of mails', () => {
  test('have fixed paths, show the built-in text, and are validated wherever they come from', async () => {
    const rows = await server.request(
      resourceList,
      { search: [{ field: 'path', compare: 'IKE', value: 'mail/%' }] },
      admin,
    )
    expect(rows.filter(({ usedby }) => usedby[0] === 'mail')).toHaveLength(22)
    const { id } = rows.find(({ path }) => path === 'mail/email-changed/text')!
    const { builtin } = await server.request(resourceGet, { id }, admin)
    expect(builtin).toHaveLength(6)
    expect(builtin.find(({ locale }) => locale === 'nl')?.text).toMatch(/e-mailadres/)
    const no = await server.requestError(resourceDataSet, { id, locale: 'en', text: 'Dear {name}' }, admin)
    expect(no).toMatchObject({
      code: 'mail_text.placeholder_unknown',
      field: 'text',
      params: { placeholder: '{name}', known: '{origin}' },
    })
    expect((await write({ id, locale: 'en', text: 'Dear friend of {origin}' })).data).toHaveLength(1)
    // a text that was written at another path
    const other = await add('elsewhere', 'text')
    await write({ id: other.id, locale: 'de', text: 'Liebe {name}' })
    await server.request(resourceDelete, { id, force: true }, admin)
    const { node } = rows.find(({ path }) => path === 'mail/email-changed/subject')!
    const moved = await server.requestError(resourceSet, { id: other.id, node, name: 'Text' }, admin)
    expect(moved).toMatchObject({
      status: 400,
      code: 'resource.moved_text_invalid',
      field: 'name',
      params: { path: 'mail/email-changed/Text', locale: 'de' },
    })
    await write({ id: other.id, locale: 'de', text: 'Liebe Kundin' })
    expect((await set({ id: other.id, node, name: 'Text' })).usedby).toEqual(['mail'])
  })
})

test('only administrators manage resources', async () => {
  const olga = await server.user('olga')
  const { id } = await add('Private', 'text')
  const calls = [
    [resourceList, {}],
    [resourceCount, {}],
    [resourceGet, { id }],
    [resourceSet, { id, name: 'mine' }],
    [resourceDelete, { id }],
    [resourceDataSet, { id, locale: 'en', text: 'mine' }],
    [resourceDataDelete, { id, locale: 'en' }],
  ] as const
  for (const [row, body] of calls)
    expect((await server.requestError(row, body, olga)).status, row.path).toBe(403)
})
