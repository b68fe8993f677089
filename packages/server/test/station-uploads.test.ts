import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { commandCancel, commandSend, stationSet, transferList } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transferJobs } from '../src/modules/transfers/jobs.ts'
import { uploadReceiver, type UploadLimits, usualLimits } from '../src/modules/transfers/receive-upload.ts'
import { RawHttp } from './raw-http.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser
let station: RawStation
const identity = 'UPLOADS'
/** Addresses that the station received, the newest last. */
const addresses: string[] = []
let answer: object = { fileName: 'announced.zip' }

beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('mine')
  const { key } = await server.request(stationSet, { id: null, identity }, mine)
  station = await RawStation.connect({ url: server.url.replace('http', 'ws'), identity, key: key! })
  station.onCall = (_action, payload) => {
    const { location, log } = payload as { location?: string; log?: { remoteLocation: string } }
    addresses.push(location ?? log!.remoteLocation)
    return answer
  }
  await station.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
})
afterAll(() => server.close())

/** Moves the clock beyond the life of a token. */
async function forward(ms: number): Promise<void> {
  server.clock.forward(ms)
  mine = await server.signIn('mine')
}

/** Requests a file and returns the address that the station got for it. */
async function order(action = 'GetDiagnostics', payload: object = {}): Promise<string> {
  const body = { identities: [identity], action, payload, waitms: 5_000 }
  const { commands } = await server.request(commandSend, body, mine)
  expect(JSON.stringify(commands)).not.toContain(secretIn(addresses.at(-1)!))
  return addresses.at(-1)!
}
const secretIn = (address: string): string => /station-upload\/([^/]+)/.exec(address)![1]!
const put = (address: string, body: string | Buffer | FormData, init: RequestInit = {}) =>
  fetch(address, { method: 'PUT', body: body as never, ...init })
const newest = async () =>
  (await server.request(transferList, { orderby: ['created DESC'], reclimit: 1 }, mine))[0]!
const contentOf = async (url: string | null) => (await fetch(server.url + url)).text()
const storedParts = async () =>
  (await server.fresh.pool.query<{ n: number }>('select count(*)::int as n from station_upload_parts'))
    .rows[0]!.n

function formOf(text: string): FormData {
  const form = new FormData()
  form.set('note', 'no file')
  form.set('file', new Blob([text]), 'C:\\logs\\from-the-form.tar.gz')
  form.set('other', new Blob(['another file']), 'other.txt')
  return form
}

describe('a station uploads to this server', () => {
  // Proves H12
  it.each([
    ['a body by PUT', 'PUT', '', (text: string) => text, 'announced.zip'],
    ['a named body by PUT', 'PUT', '/../..%2F.x%00y%E2%80%AE.zip', (text: string) => text, 'x_y_.zip'],
    ['a form by POST', 'POST', '', formOf, 'from-the-form.tar.gz'],
  ])('%s, once', async (_, method, suffix, bodyOf, name) => {
    const address = await order()
    const text = `<script>${method}\0${'x'.repeat(300_000)}`
    const stored = await put(address + suffix, bodyOf(text), { method })
    expect([stored.status, await stored.text()]).toEqual([200, '{"result":true}'])
    const row = await newest()
    expect(row).toMatchObject({ filename: name, filebytes: text.length, fileurl: expect.any(String) })
    const file = await fetch(server.url + row.fileurl)
    expect(file.headers.get('content-type')).toBe('application/octet-stream')
    expect(file.headers.get('content-disposition')).toContain(`attachment; filename="${name}"`)
    expect(await file.text()).toBe(text)
    const again = await put(address, 'again')
    expect(again.status).toBe(404)
    expect(await contentOf((await newest()).fileurl)).toBe(text)
  })

  // Proves H12
  it('a log, whose address is in the request of GetLog', async () => {
    answer = { status: 'Accepted', filename: 'security.log' }
    const address = await order('GetLog', { logType: 'SecurityLog', log: {} })
    answer = { fileName: 'announced.zip' }
    expect((await put(address, 'lines')).status).toBe(200)
    expect(await newest()).toMatchObject({ kind: 'log', filename: 'security.log', filebytes: 5 })
  })

  // Proves H12, INV-12
  it('to no other address, and every refusal is the same', async () => {
    const used = await order()
    await put(used, 'x')
    answer = { status: 'Rejected', errorCode: 'x' }
    const rejected = await order('GetLog', { logType: 'SecurityLog', log: {} })
    answer = { fileName: 'announced.zip' }
    const expired = await order()
    await forward(6 * 3_600_000 + 1000)
    const foreign = used.replace(secretIn(used), 'A'.repeat(32))
    const refusals = await Promise.all(
      [
        used,
        rejected,
        expired,
        foreign,
        used.replace(secretIn(used), 'short'),
        foreign.replace(/A+.*/, ''),
      ].map(async (address) => {
        const refused = await put(address, 'y'.repeat(1000))
        const body = (await refused.json()) as { error: object }
        return [refused.status, { ...body.error, correlation: '' }]
      }),
    )
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
    expect(refusals[0]![0]).toBe(404)
    const { rows } = await server.fresh.pool.query<{ text: string }>(
      `select l.request::text || coalesce(l.response::text, '') as text from ocpp_log l
       union all select c::text from commands c where secret_request is null union all select t::text from transfers t
       union all select a::text from api_log a`,
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const address of addresses)
      expect(rows.filter(({ text }) => text.includes(secretIn(address)))).toEqual([])
  })

  // Proves H12
  it('again after an interruption, which leaves nothing', async () => {
    const address = await order()
    const before = await storedParts()
    const raw = await RawHttp.open(server.url)
    const path = address.replace(server.url, '').replace(/^http:\/\/[^/]+/, '')
    raw.socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n${'z'.repeat(400_000)}`,
    )
    await expect.poll(storedParts).toBeGreaterThan(before)
    raw.socket.destroy()
    await expect.poll(storedParts).toBe(before)
    expect((await put(address, 'whole')).status).toBe(200)
    expect(await contentOf((await newest()).fileurl)).toBe('whole')
  })

  // Proves H12
  it('only for users who may see its commands', async () => {
    await put(await order(), 'private')
    const { fileurl, id } = await newest()
    const stranger = await server.user('stranger', { accountId: await server.addAccount('other') })
    const seen = await server.request(transferList, {}, stranger)
    expect(seen.filter((row) => row.id === id)).toEqual([])
    const forged = fileurl!.replace(/signature=.{4}/, 'signature=AAAA')
    expect((await fetch(server.url + forged)).status).toBe(403)
    await forward(16 * 60_000)
    expect((await fetch(server.url + fileurl)).status).toBe(403)
  })
})

const requestOf = (address: string, body: Iterable<Buffer> | AsyncIterable<Buffer>) => ({
  path: secretIn(address),
  contentType: '',
  length: Number.NaN,
  body: Readable.from(body),
})
const retention = (logDays: number) => ({ retention: { logDays } }) as never

const receiver = (limits: Partial<UploadLimits>) =>
  uploadReceiver({ db: server.db, bus: server.app.bus, clock: server.clock }, { ...usualLimits, ...limits })

describe('limits of uploads', () => {
  const kib = Buffer.alloc(1024, 'k')

  // Proves L339
  it('a file has a maximum size, announced or not', async () => {
    const receive = receiver({ maxBytes: 4096 })
    const address = await order()
    const before = await storedParts()
    const tooLarge = { code: 'upload.too_large' }
    expect(await receive(requestOf(address, Array(5).fill(kib)))).toMatchObject(tooLarge)
    expect(await receive({ ...requestOf(address, []), length: 5000 })).toMatchObject(tooLarge)
    expect(await storedParts()).toBe(before)
    expect(await receive(requestOf(address, Array(4).fill(kib)))).toEqual({ result: true })
    // the server itself refuses by the announced length before it has read the content
    const head = `PUT /api/v1/station-upload/${secretIn(await order())} HTTP/1.1\r\nHost: x\r\n`
    const reply = await RawHttp.exchange(server.url, `${head}Content-Length: ${65 * 1024 * 1024}\r\n\r\n`)
    expect(reply).toMatch(/^HTTP\/1\.1 413 /)
  })

  // Proves L340
  it('the files of an account have a total, beyond which the oldest are deleted', async () => {
    const receive = receiver({ maxAccountBytes: 2500 })
    const sizes: number[] = []
    for (let n = 0; n < 4; n++) {
      expect(await receive(requestOf(await order(), [kib]))).toEqual({ result: true })
      const { rows } = await server.fresh.pool.query<{ sum: string }>('select sum(size) from station_uploads')
      sizes.push(Number(rows[0]!.sum))
    }
    expect(sizes.at(-1)).toBe(2048)
    expect(await receive(requestOf(await order(), Array(3).fill(kib)))).toEqual({ result: true })
    expect((await newest()).filebytes).toBe(3072)
  })

  // Proves L341
  it('an address is valid for six hours and twenty requests, a file is stored as long as the log', async () => {
    const address = await order()
    const receive = receiver({})
    const broken = () => requestOf(address, [kib])
    const form = 'multipart/form-data; boundary=x'
    for (let n = 0; n < 20; n++)
      expect(await receive({ ...broken(), contentType: form })).toMatchObject({ code: 'upload.unreadable' })
    expect(await receive(broken())).toMatchObject({ code: 'upload.address_invalid' })
    const last = await order()
    await put(last, 'stored for 30 days')
    const [job] = transferJobs({ db: server.db, clock: server.clock, config: retention(30) })
    const count = async () =>
      (await server.fresh.pool.query('select from station_uploads where received_at is null')).rowCount
    await forward(7 * 3_600_000)
    await job!.work()
    expect([await count(), (await newest()).filebytes]).toEqual([0, 18])
    await forward(30 * 86_400_000)
    await job!.work()
    expect((await newest()).filebytes).toBeNull()
    expect(await storedParts()).toBe(0)
  })

  // Proves L342
  it('one process receives a number of files at the same time', async () => {
    const receive = receiver({ maxAtOnce: 1 })
    const held = new EventEmitter()
    async function* slow() {
      yield kib
      await once(held, 'release')
    }
    const first = receive(requestOf(await order(), slow()))
    const second = await order()
    expect(await receive(requestOf(second, [kib]))).toMatchObject({ code: 'upload.too_many' })
    held.emit('release')
    expect(await first).toEqual({ result: true })
    expect(await receive(requestOf(second, [kib]))).toEqual({ result: true })
  })

  // Proves L343, INV-9
  it('a large file does not go through memory: the station waits for the database', async () => {
    const address = await order()
    const mib = Buffer.alloc(1024 * 1024, 7)
    const before = await storedParts()
    let mostAhead = 0
    async function* large() {
      for (let n = 1; n <= 24; n++) {
        yield mib
        mostAhead = Math.max(mostAhead, n - ((await storedParts()) - before) / 4)
      }
    }
    const request = { method: 'PUT', body: Readable.from(large()), duplex: 'half' }
    expect((await fetch(address, request as never)).status).toBe(200)
    const { fileurl, filebytes } = await newest()
    expect(filebytes).toBe(24 * mib.length)
    let read = 0
    for await (const chunk of (await fetch(server.url + fileurl)).body!) read += (chunk as Buffer).length
    expect(read).toBe(filebytes)
    // MiB in buffers of sender and sockets
    expect(mostAhead).toBeLessThan(12)
  })

  // Proves L343
  it.each([700, 200_000, 700_000])(
    'content that arrives in pieces of %i bytes is stored in rows of equal size',
    async (pieceBytes) => {
      const receive = receiver({})
      const content = Buffer.from(Array.from({ length: 600_000 }, (_, n) => n % 251))
      async function* pieces() {
        for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
      }
      expect(await receive(requestOf(await order(), pieces()))).toEqual({ result: true })
      const { id, fileurl } = await newest()
      const { rows } = await server.fresh.pool.query<{ bytes: number }>(
        'select length(content) as bytes from station_upload_parts where transfer_id = $1 order by part_no',
        [id],
      )
      expect(rows.map(({ bytes }) => bytes)).toEqual([262_144, 262_144, 75_712])
      const file = await fetch(server.url + fileurl)
      expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    },
  )

  // Proves H12
  it('a file that is deleted during its download does not look complete', async () => {
    await put(await order(), Buffer.alloc(40 * 1024 * 1024, 'x'))
    const { id, fileurl } = await newest()
    const file = await fetch(server.url + fileurl)
    await server.fresh.pool.query('delete from station_uploads where transfer_id = $1', [id])
    const bytes = await file.arrayBuffer().then(
      ({ byteLength }) => byteLength,
      () => 'cut',
    )
    expect(bytes).toBe('cut')
  })
})

// Proves H12
it('an address whose command was cancelled takes no file', async () => {
  await station.close()
  const offline = await server.request(
    commandSend,
    { identities: [identity], action: 'GetDiagnostics', payload: {}, waitms: 0 },
    mine,
  )
  const [command] = offline.commands
  if (command!.statecode === 'queued') await server.call(commandCancel, { id: command!.id }, mine)
  await expect
    .poll(async () => {
      const { rows } = await server.fresh.pool.query<{ n: number }>(
        'select count(*)::int as n from station_uploads u join transfers f on f.id = u.transfer_id where f.command_id = $1',
        [command!.id],
      )
      return rows[0]!.n
    })
    .toBe(0)
})
