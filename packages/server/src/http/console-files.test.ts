import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleFiles, loadConsole } from './console-files.ts'
import type { WebCall } from './web-call.ts'

let folder: string
let answer: ConsoleFiles
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sm-console-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(
    join(folder, 'index.html'),
    '<script nonce="__CSP_NONCE__" src="/assets/main-1a.js"></script>',
  )
  await writeFile(join(folder, 'assets/main-1a.js'), 'console.log(1)'.repeat(100))
  await writeFile(join(folder, 'boot.js'), 'boot')
  await writeFile(join(folder, '.vite/manifest.json'), '{}')
  await writeFile(join(folder, 'manifest.webmanifest'), '{"name":"OCPP CS","short_name":"OCPP CS"}')
  answer = await loadConsole(folder, { connect: [], images: [] }, 'Depot')
})
afterAll(() => rm(folder, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  answer(method, path, { header: (name: string) => headers[name], correlation: 'c' } as unknown as WebCall)

test.each(['/', '/crm/stations', '/ocpp/command/CP%201/Reset', '/index.html'])(
  '%s returns the page with a new nonce',
  async (path) => {
    // the area /ocpp is a screen too: stations send an upgrade request, not a plain GET
    const { status, body, headers } = await get(path)
    expect(status).toBe(200)
    const nonce = /nonce="([^"]+)"/.exec(body as string)![1]!
    expect(headers['content-security-policy']).toContain(nonce)
    expect((await get(path)).body).not.toBe(body)
    expect(headers['cache-control']).toBe('no-store')
  },
)

test.each([
  '/assets/main-0b.js',
  '/favicon.ico',
  '/../secret.txt',
  '/.vite/manifest.json',
  '/api/v1/x',
  '/assets/x',
])('%s returns 404 instead of the page', async (path) => expect((await get(path)).status).toBe(404))

test('browsers cache hashed files permanently and revalidate others', async () => {
  const hashed = await get('/assets/main-1a.js', { 'accept-encoding': 'br, gzip' })
  expect(hashed.headers['cache-control']).toContain('immutable')
  expect(gunzipSync(hashed.body as Buffer).toString()).toHaveLength(1400)
  const plain = await get('/boot.js')
  expect(plain.headers['cache-control']).toBe('no-cache')
  expect(plain.headers['content-type']).toContain('javascript')
  expect((await get('/boot.js', { 'if-none-match': plain.headers.etag! })).status).toBe(304)
  expect((await get('/', {}, 'POST')).status).toBe(404)
})

// Proves S9.2
test('the installed app has the same title as windows, with the configured suffix', async () => {
  const { headers, body } = await get('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json')
  expect(JSON.parse(String(body))).toEqual({ name: 'OCPP CS Depot', short_name: 'OCPP CS' })
})

test('without a build the page explains what to do', async () => {
  const unbuilt = await loadConsole(join(folder, 'nowhere'), { connect: [], images: [] }, '')
  const call = { header: () => undefined, correlation: 'c' } as unknown as WebCall
  expect(await unbuilt('GET', '/', call)).toMatchObject({
    status: 503,
    body: expect.stringContaining('npm run build'),
  })
})
