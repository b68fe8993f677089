import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../shared/log.ts'
import { loadConsole } from './console-files.ts'
import { createWebServer, type WebServer } from './server.ts'

const script = 'console.log(1)'.repeat(100)
let folder: string
let web: WebServer
let url: string

const suffix = '</script>$&'
const configOf = (origin: string) => ({
  apiDomain: '',
  ocppApiDomain: '',
  map: { style: 'https://tiles.example.org/style.json', raster: null, attribution: null },
  stationDomain: origin,
  titleSuffix: suffix,
})

const serve = async (of: string): Promise<WebServer> =>
  createWebServer({
    routes: [],
    console: await loadConsole(of, configOf),
    trustProxy: { hops: 0 },
    isSecure: false,
    corsOrigins: [],
    log: createLog('silent'),
  })
const urlOf = async (server: WebServer) => `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sm-console-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(
    join(folder, 'index.html'),
    `<script type="application/json" id="page-config">__PAGE_CONFIG__</script>
    <script nonce="__CSP_NONCE__" src="/assets/main-1a.js"></script>${' '.repeat(2_000)}`,
  )
  await writeFile(join(folder, 'assets/main-1a.js'), script)
  await writeFile(join(folder, 'assets/main-1a.js.gz'), gzipSync(script))
  await writeFile(join(folder, 'assets/main-1a.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'boot.js'), 'boot')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'docs.html'), 'reference')
  await writeFile(join(folder, 'offline.html'), 'offline')
  await writeFile(join(folder, '.vite/manifest.json'), '{}')
  await writeFile(join(folder, 'manifest.webmanifest'), '{"name":"OCPP CS","short_name":"OCPP CS"}')
  web = await serve(folder)
  url = await urlOf(web)
  await writeFile(join(folder, 'later.js'), 'later')
})
afterAll(async () => {
  await web.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}${path}`, { method, headers })
const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy')

test.each(['/', '/crm/stations', '/ocpp/command/CP%201/Reset', '/crm/station/a%5C..%2Fb', '/index.html'])(
  '%s returns the page with a new nonce',
  async (path) => {
    // the area /ocpp is a screen too: stations send an upgrade request, not a plain GET
    const first = await get(path)
    const page = await first.text()
    expect(first.status).toBe(200)
    const nonce = /nonce="([^"]+)"/.exec(page)![1]!
    expect(first.headers.get('content-security-policy')).toContain(nonce)
    expect(await (await get(path)).text()).not.toBe(page)
    expect(first.headers.get('cache-control')).toBe('no-store')
  },
)

test('the page contains its configuration, which cannot end its element', async () => {
  const page = await (await get('/driver')).text()
  const [, text] = /id="page-config">(.*)<\/script>\n/.exec(page)!
  expect(text).not.toContain('<')
  expect(JSON.parse(text!)).toEqual(configOf(url))
})

test.each([
  '/assets/main-0b.js',
  '/favicon.ico',
  '/../secret.txt',
  '/.vite/manifest.json',
  '/api/v1/x',
  '/assets/x',
  '/assets/main-1a.js.gz',
  '/later.js',
  '/docs.html',
])('%s returns 404 instead of the page', async (path) => expect((await get(path)).status).toBe(404))

test('browsers cache hashed files permanently and revalidate others', async () => {
  expect((await get('/assets/main-1a.js')).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  )
  const plain = await get('/boot.js')
  expect(plain.headers.get('cache-control')).toBe('no-cache')
  expect(plain.headers.get('content-type')).toContain('javascript')
  // as browsers do; fetch of Node.js would add no-cache
  const revalidated = { 'if-none-match': plain.headers.get('etag')!, 'cache-control': 'max-age=0' }
  expect((await get('/boot.js', revalidated)).status).toBe(304)
  expect((await get('/', {}, 'POST')).status).toBe(404)
})

test('a file that was deleted after the start returns a 404 that is not cached', async () => {
  for (const path of ['assets/old-2b.js', 'old.js']) await writeFile(join(folder, path), 'old')
  const server = await serve(folder)
  const address = await urlOf(server)
  for (const path of ['assets/old-2b.js', 'old.js']) {
    await unlink(join(folder, path))
    const { status, headers } = await fetch(`${address}/${path}`)
    expect([path, status]).toEqual([path, 404])
    expect(headers.get('cache-control') ?? 'no-cache').toBe('no-cache')
  }
  await server.close()
})

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('a file for a browser that accepts %s has the encoding %s', async (accepted, encoding) => {
  const response = await get('/assets/main-1a.js', { 'accept-encoding': accepted })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('vary')).toBe('accept-encoding')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.text()).toBe(script)
})

test('the page is compressed for a browser that accepts it', async () => {
  for (const accepted of ['gzip, deflate, br', 'br;q=1.0, gzip;q=0.8']) {
    const response = await get('/driver', { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(await response.text()).toContain('/assets/main-1a.js')
  }
  for (const accepted of ['identity', 'br', 'gzip;q=0']) {
    const response = await get('/driver', { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('vary')).toBe('accept-encoding')
  }
})

test('HEAD has the headers of a file, and a range its part', async () => {
  const head = await get('/boot.js', {}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '4', ''])
  const part = await get('/boot.js', { range: 'bytes=1-2', 'accept-encoding': 'identity' })
  expect([part.status, await part.text()]).toEqual([206, 'oo'])
})

test('a script may connect to the origin of the map, as it may run as a worker, and other files to nothing', async () => {
  for (const path of ['/assets/main-1a.js', '/boot.js'])
    expect(await policyOf(path)).toContain("connect-src 'self' https://tiles.example.org;")
  expect(await policyOf('/icon.svg')).toBe("default-src 'none';frame-ancestors 'none'")
})

test('a page without data of the server may load files of this origin, and has no inline script', async () => {
  const policy = await policyOf('/offline.html')
  expect(policy).toContain("script-src 'self'; style-src 'self'")
  expect(policy).not.toContain('unsafe-inline')
})

test('the page of the API reference has the policy of pages', async () => {
  const { docs } = await loadConsole(folder, configOf)
  expect(docs()).toMatchObject({ status: 200, body: 'reference' })
  expect(docs().headers['content-security-policy']).toContain("script-src 'self'")
})

// Proves S9.2
test('the installed app has the same title as windows, with the configured suffix', async () => {
  const response = await get('/manifest.webmanifest')
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  expect(await response.json()).toEqual({ name: `OCPP CS ${suffix}`, short_name: 'OCPP CS' })
})

test('without a build the page explains what to do', async () => {
  const unbuilt = await serve(join(folder, 'nowhere'))
  const response = await fetch(await urlOf(unbuilt))
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm run build')])
  await unbuilt.close()
})
