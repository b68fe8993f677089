import { deflateSync } from 'node:zlib'
import { objectFiles, objectFileSet, stationSet } from '@stationmaster/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser
let station: string

beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('mine')
  station = (await server.request(stationSet, { id: null, identity: 'CP-1' }, mine)).station.id
})
afterAll(() => server.close())

const send = (data: Buffer, name = 'x.png') =>
  server.call(objectFileSet, { id: station, name, data: data.toString('base64') }, mine)
const script = '<script>alert(document.domain)</script>'

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
function crc(bytes: Buffer): number {
  let c = 0xffffffff
  for (const byte of bytes) c = crcTable[(c ^ byte) & 255]! ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc(body))
  return Buffer.concat([head, body, tail])
}

/** Returns a PNG of this many grey pixels, which compress to almost nothing. */
function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8) // one bit a pixel
  const row = Math.ceil(width / 8) + 1
  const data = deflateSync(Buffer.alloc(row * Math.min(height, 20_000)), { level: 1 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

// Proves A12
test('a picture that would decompress to gigabytes is refused, and memory stays flat', async () => {
  const bombs = [hugePng(50_000, 50_000), hugePng(2_000_000, 2000), hugePng(7, 20_000_000)]
  const before = process.memoryUsage().rss
  for (const bomb of bombs) {
    expect(bomb.length).toBeLessThan(5 * 1024 * 1024)
    const since = process.cpuUsage()
    expect((await send(bomb)).status).toBe(400)
    const { user, system } = process.cpuUsage(since)
    expect((user + system) / 1_000, 'ms of processor time').toBeLessThan(5_000)
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
})

// Proves INV-9
test('large pictures uploaded at the same time do not fill the memory', async () => {
  const pixels = { width: 7000, height: 7000, channels: 3 as const, background: '#123' }
  const large = await sharp({ create: pixels }).png({ compressionLevel: 9 }).toBuffer()
  const before = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
  const replies = await Promise.all(Array.from({ length: 6 }, () => send(large)))
  clearInterval(watch)
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  // one of them decompressed is 147 MB
  expect(most - before).toBeLessThan(600 * 1024 * 1024)
})

// Proves A12
test('a picture that is also something else is only a picture afterwards', async () => {
  const plain = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123' } })
    .withExif({ IFD0: { Copyright: script, ImageDescription: script } })
    .jpeg()
    .toBuffer()
  const gif = await sharp(plain).gif().toBuffer()
  const polyglots = [
    Buffer.concat([plain, Buffer.from(script)]),
    Buffer.concat([gif, Buffer.from(`\n/*${script}*/=1;alert(1)`)]),
    // a comment right after the first marker of a JPEG
    Buffer.concat([
      plain.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, script.length + 2]),
      Buffer.from(script),
      plain.subarray(2),
    ]),
  ]
  for (const polyglot of polyglots) {
    const { status, body } = await send(polyglot, `x.html"><svg onload=alert(1)>/../../x.svg`)
    expect(status).toBe(200)
    for (const address of [body.url, body.thumbnail]) {
      const response = await fetch(server.url + address)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.includes('script')).toBe(false)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('content-disposition')).not.toContain('html')
    }
  }
})

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`

// Proves A12
test('a file that is not a picture, or one that references other files, is refused', async () => {
  const notPictures = [
    svg(script),
    svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svg('<text>&e;</text>')}`,
    `\u0000${svg(script)}`,
    '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj',
    '%!PS\n(/etc/passwd) run',
    'push graphic-context\nimage over 0,0 0,0 "/etc/passwd"',
    'P6 99999 99999 255\n',
    'P7\nWIDTH 99999\nHEIGHT 99999\nDEPTH 4\nMAXVAL 255\nENDHDR\n',
    'GIF89a',
    '\u0089PNG',
  ]
  const count = (await server.request(objectFiles, { id: station }, mine)).length
  for (const text of notPictures) expect((await send(Buffer.from(text, 'latin1'))).status, text).toBe(400)
  expect(await server.request(objectFiles, { id: station }, mine)).toHaveLength(count)
})

// Proves A12, L109
test('an object has a limited number of pictures', async () => {
  const dot = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const statuses = await Promise.all(Array.from({ length: 40 }, () => send(dot).then(({ status }) => status)))
  expect(statuses).toContain(400)
  expect((await server.request(objectFiles, { id: station }, mine)).length).toBeLessThanOrEqual(30)
})
