import {
  objectFileDelete,
  objectFiles,
  objectFileSet,
  photoMaxBytes,
  stationGet,
  stationSet,
} from '@stationmaster/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser
let foreign: TestUser
let station: string

beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('mine')
  foreign = await server.user('foreign', { accountId: await server.addAccount('other') })
  station = (await server.request(stationSet, { id: null, identity: 'CP-1' }, mine)).station.id
})
afterAll(() => server.close())

/** Returns a photo with GPS data in portrait orientation. */
const photo = () =>
  sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#357' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
const send = (data: Buffer | string, who = mine) =>
  server.call(
    objectFileSet,
    { id: station, name: 'front.jpg', data: typeof data === 'string' ? data : data.toString('base64') },
    who,
  )

// Proves A12
test('a picture is re-encoded, rotated upright, without hidden data', async () => {
  const original = await photo()
  expect(original.includes('secret-owner')).toBe(true)
  const { status, body } = await send(`data:image/jpeg;base64,${original.toString('base64')}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ type: 'image/webp', width: 960, height: 1920, name: 'front.jpg' })
  for (const [address, edge] of [
    [body.url, 1920],
    [body.thumbnail, 320],
  ] as const) {
    const response = await fetch(server.url + address)
    expect(response.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.from(await response.arrayBuffer())
    const { height, exif } = await sharp(bytes).metadata()
    expect(height).toBe(edge)
    expect(exif).toBeUndefined()
    expect(bytes.includes('secret-owner')).toBe(false)
  }
  expect((await server.request(stationGet, { id: station }, mine)).photo).toBe(body.id)
})

test('an address of a picture cannot be altered and expires after minutes', async () => {
  const [file] = await server.request(objectFiles, { id: station }, mine)
  const status = async (address: string) => (await fetch(server.url + address)).status
  expect(await status(file!.url)).toBe(200)
  expect(await status(file!.url.replace('size=full', 'size=thumbnail'))).toBe(403)
  expect(await status(file!.url.replace(/expires=\d/, 'expires=9'))).toBe(403)
  expect(await status(file!.url.replace(/\?.*/, ''))).toBe(403)
  expect(file!.url).not.toContain(mine.token.slice(0, 20))
  server.clock.forward(16 * 60_000)
  expect(await status(file!.url)).toBe(403)
  const [again] = await server.request(objectFiles, { id: station }, mine)
  expect(await status(again!.url)).toBe(200)
})

// Proves A12, S5.3
test('a file that is not a picture is refused, and one that is too large with the limit', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const data of [Buffer.from(svg), Buffer.from('hello'), (await photo()).subarray(0, 500)])
    expect((await send(data)).status).toBe(400)
  expect((await send('not base64 !')).status).toBe(400)
  const large = await send(Buffer.alloc(photoMaxBytes + 1))
  expect(large.status).toBe(413)
  expect(large.body).toMatchObject({ error: { code: 'picture.too_large', params: { mib: 5 } } })
  expect((await send('A'.repeat(8_400_000))).status).toBe(413)
})

// Proves S2.26
test('pictures are accessible only to the account of their station', async () => {
  const [file] = await server.request(objectFiles, { id: station }, mine)
  expect((await send(await photo(), foreign)).status).toBe(404)
  expect((await server.requestError(objectFiles, { id: station }, foreign)).status).toBe(404)
  const both = { id: station, file: file!.id }
  expect((await server.requestError(objectFileDelete, both, foreign)).status).toBe(404)
  await server.request(objectFileDelete, both, mine)
  expect((await server.requestError(objectFileDelete, both, mine)).status).toBe(404)
  expect(await server.request(objectFiles, { id: station }, mine)).toEqual([])
})
