import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  clientSet,
  liveTicket,
  postCount,
  postGet,
  postList,
  postSendAgain,
  noticeCount,
  noticeDelete,
  noticeList,
  noticeMark,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { sendNotice, type NewNotice } from '../src/modules/notices/send-notice.ts'
import { noticesJobs } from '../src/modules/notices/index.ts'
import { queuePost } from '../src/modules/posts/queue-post.ts'
import { readAllowed } from '../src/modules/posts/allowed.ts'
import { removeSurplusPosts } from '../src/modules/posts/store.ts'
import { newId } from '../src/shared/ids.ts'
import { inTransaction } from '../src/storage/transaction.ts'
import { type TestUser, TestServer } from './test-server.ts'

let receiver: Server
let received: { url: string; body: string }[] = []
let server: TestServer
let admin: TestUser
let olga: TestUser
let foreign: TestUser
let list = ''

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      received.push({ url: request.url ?? '', body })
      const status = Number(/^\/(\d{3})/.exec(request.url ?? '')?.[1] ?? 200)
      response.writeHead(status, { location: '/200' }).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  list = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await TestServer.open({ SCRIPT_POST_ALLOWED: list })
  server.app.jobs.start()
  admin = await server.signIn('admin')
  olga = await server.user('olga')
  foreign = await server.user('felix', { accountId: await server.addAccount('other') })
})
afterAll(async () => {
  await server.close()
  receiver.close()
})

const notify = (to: string, more: Partial<NewNotice> = {}) =>
  inTransaction(server.db, (tx) =>
    sendNotice(
      { tx, bus: server.app.bus },
      { to, text: `for ${to}`, accountId: olga.accountId, now: server.clock.now(), ...more },
    ),
  )
const textsOf = async (who: TestUser) => (await server.request(noticeList, {}, who)).map(({ text }) => text)

describe('a notice', () => {
  test('reaches a user by login or id, and a group by its code, within the account of the object', async () => {
    expect(await notify('OLGA')).toBeNull()
    expect(await notify(olga.id)).toBeNull()
    expect(await notify('felix')).toMatchObject({ refusal: 'not-found' })
    expect(await notify('nobody')).toMatchObject({ refusal: 'not-found' })
    expect(await notify('felix', { accountId: null })).toBeNull()
    expect(await notify('operators')).toBeNull()
    expect(await textsOf(olga)).toEqual(['for operators', `for ${olga.id}`, 'for OLGA'])
    expect(await textsOf(foreign)).toEqual(['for felix'])
    expect(await textsOf(admin)).toEqual(['for operators'])
  })

  test('about an object of another client does not reach the users of a client', async () => {
    const { id: own } = await server.request(clientSet, { id: null, name: 'Own' }, olga)
    const { id: other } = await server.request(clientSet, { id: null, name: 'Other' }, olga)
    const carla = await server.user('carla')
    await server.db.updateTable('users').set({ client_id: own }).where('id', '=', carla.id).execute()
    const stationOf = async (identity: string, client: string) => {
      const { station } = await server.request(stationSet, { id: null, identity }, olga)
      await server.db
        .updateTable('stations')
        .set({ client_id: client })
        .where('id', '=', station.id)
        .execute()
      return { classCode: 'charge_point', objectId: station.id }
    }
    expect(await notify('carla', await stationOf('OTHER-1', other))).toMatchObject({ refusal: 'not-found' })
    expect(await notify('carla', await stationOf('OWN-1', own))).toBeNull()
    expect(await textsOf(carla)).toEqual(['for carla'])
  })

  // Proves O10
  test('is read, marked and deleted by its user only, administrators included', async () => {
    const [newest, ...others] = await server.request(noticeList, {}, olga)
    const ids = [newest!.id]
    for (const stranger of [admin, foreign]) {
      expect(await server.request(noticeMark, { ids, status: 'read' }, stranger)).toEqual({ count: 0 })
      expect(await server.request(noticeDelete, { ids }, stranger)).toEqual({ count: 0 })
      expect(await server.request(noticeCount, { filter: { id: ids } }, stranger)).toEqual({ count: 0 })
    }
    expect(await server.request(noticeMark, { ids, status: 'read' }, olga)).toEqual({ count: 1 })
    expect(await server.request(noticeMark, { ids, status: 'read' }, olga)).toEqual({ count: 0 })
    expect(await server.request(noticeCount, { filter: { status: 'new' } }, olga)).toEqual({ count: 2 })
    const read = await server.request(noticeList, { filter: { status: 'read' } }, olga)
    expect(read[0]?.read).not.toBeNull()
    expect(await server.request(noticeMark, { ids, status: 'new' }, olga)).toEqual({ count: 1 })
    expect(await server.request(noticeDelete, { ids: others.map(({ id }) => id) }, olga)).toEqual({
      count: 2,
    })
    expect(await server.request(noticeCount, {}, olga)).toEqual({ count: 1 })
  })

  test('is sent as a hint to the consoles of its account', async () => {
    const { ticket } = await server.request(liveTicket, {}, olga)
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
    const messages: string[] = []
    socket.on('message', (data) => messages.push(String(data)))
    await expect.poll(() => messages.length).toBeGreaterThan(0)
    await notify('olga')
    await expect.poll(() => messages.join('')).toContain('notice.changed')
    socket.close()
  })

  // Proves L104
  test('is stored for ninety days, at most five hundred', async () => {
    const at = server.clock.now().getTime()
    const row = (n: number, ageMs: number) => ({
      id: newId(at - ageMs + n),
      created_at: new Date(at - ageMs),
      user_id: foreign.id,
      text: `${n}`,
    })
    const rows = [...Array(510).keys()].map((n) => row(n, 1000))
    await server.db
      .insertInto('notices')
      .values([...rows, row(0, 91 * 86_400_000)])
      .execute()
    for (const job of noticesJobs({ db: server.db, clock: server.clock })) await job.work()
    expect(await server.request(noticeCount, {}, foreign)).toEqual({ count: 500 })
    expect(await server.request(noticeCount, { filter: { text: '0' } }, foreign)).toEqual({ count: 0 })
  })
})

const send = (url: string, allowed = readAllowed(list), accountId = olga.accountId) =>
  inTransaction(server.db, (tx) =>
    queuePost(
      { tx, bus: server.app.bus, allowed },
      {
        url,
        body: '{"n":1}',
        eventId: 'event-1',
        accountId,
        classCode: 'card',
        objectId: newId(),
        label: `card ${url.slice(-8)}`,
        now: server.clock.now(),
      },
    ),
  )
const rowOf = (id: string) =>
  server.db.selectFrom('script_posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ended = (id: string, state: string) =>
  expect.poll(async () => (await rowOf(id)).state, { timeout: 60_000 }).toBe(state)
const postsLabelled = (label: string) =>
  server.db
    .selectFrom('event_log')
    .select(['type', 'code', 'event', 'text', 'account_id'])
    .where('object', '=', label)
    .execute()
const idOf = (answer: Awaited<ReturnType<typeof send>>): string => ('id' in answer ? answer.id : '')

describe('a post of a script', () => {
  test('is sent after the commit, once, and its result is in the event log without its path', async () => {
    const id = idOf(await send(`${list}/hook?secret=1`))
    await ended(id, 'sent')
    expect(received).toEqual([{ url: '/hook?secret=1', body: '{"n":1}' }])
    expect(await rowOf(id)).toMatchObject({ tries: 1, http_status: 200, last_error: null })
    const postedEvent = {
      type: 'message',
      code: 'script',
      event: 'posted',
      text: `posted to ${list}: HTTP 200`,
    }
    await expect
      .poll(() => postsLabelled('card secret=1'))
      .toEqual([{ ...postedEvent, account_id: olga.accountId }])
  })

  // Proves O9
  test('that is redirected has failed, and the redirect is not followed', async () => {
    received = []
    const id = idOf(await send(`${list}/302/away`))
    await ended(id, 'failed')
    expect(received.map(({ url }) => url)).toEqual(['/302/away'])
    expect((await rowOf(id)).last_error).toContain('not followed')
  })

  // Proves O9
  test('that fails is tried again after a pause, until its attempts are used up', async () => {
    received = []
    const id = idOf(await send(`${list}/500/oops`))
    for (let tries = 1; tries <= 8; tries += 1) {
      await expect.poll(async () => (await rowOf(id)).tries, { timeout: 60_000 }).toBe(tries)
      await expect.poll(async () => (await rowOf(id)).last_error).toBe('HTTP 500')
      const row = await rowOf(id)
      if (tries === 8) break
      expect(row.state).toBe('queued')
      expect(row.due_at.getTime()).toBeGreaterThan(server.clock.now().getTime() + 30_000)
      server.clock.forward(row.due_at.getTime() - server.clock.now().getTime() + 1)
      await server.app.jobs.wake('posts.send')
    }
    await ended(id, 'failed')
    expect(received).toHaveLength(8)
    const lines = await postsLabelled('card 500/oops')
    expect(lines.map(({ type }) => type)).toEqual([...Array(7).fill('warning'), 'error'])
    expect(lines.at(-1)?.text).toBe(`not posted to ${list}, given up after 8: HTTP 500`)
  })

  test('is listed for administrators, who see its address, and send failed ones again', async () => {
    received = []
    // hours have passed
    const admin = await server.signIn('admin')
    const olga = await server.signIn('olga')
    const id = idOf(await send(`${list}/404/token?secret=2`))
    await ended(id, 'failed')
    for (const row of [postList, postCount])
      expect((await server.requestError(row, {}, olga)).status, row.path).toBe(403)
    const [row] = await server.request(postList, { filter: { id } }, admin)
    expect(row).toMatchObject({ state: 'failed', origin: list, tries: 1, httpstatus: 404, error: 'HTTP 404' })
    expect(row).toMatchObject({ object: 'card secret=2', classcode: 'card', eventid: null, sendable: true })
    expect(JSON.stringify(row)).not.toContain('token')
    const whole = await server.request(postGet, { id }, admin)
    expect([whole.url, whole.body]).toEqual([`${list}/404/token?secret=2`, '{"n":1}'])
    // it may have been sent and refused before the answer is read
    expect((await server.request(postSendAgain, { id }, admin)).id).toBe(id)
    await expect.poll(() => received.length).toBe(2)
    await ended(id, 'failed')
    expect(await rowOf(id)).toMatchObject({ tries: 1, last_error: 'HTTP 404' })
    const written = await server.db
      .selectFrom('audit_log')
      .select(['action', 'label', 'account_id'])
      .where('object_id', '=', id)
      .execute()
    expect(written).toEqual([{ action: 'send-again', label: list, account_id: olga.accountId }])
    await server.db.updateTable('script_posts').set({ state: 'sent' }).where('id', '=', id).execute()
    expect((await server.requestError(postSendAgain, { id }, admin)).code).toBe('post.not_failed')
    expect((await server.requestError(postSendAgain, { id: newId() }, admin)).status).toBe(404)
  })

  test('to an address that is not allowed is refused before it is stored, and again when the list has changed', async () => {
    received = []
    expect(await send('https://evil.example/x')).toMatchObject({ refusal: 'forbidden', field: 'url' })
    const id = idOf(await send('http://127.0.0.1:1/x', readAllowed('http://127.0.0.1:1')))
    await ended(id, 'failed')
    expect((await rowOf(id)).last_error).toContain('Scripts may not send requests to')
    expect(received).toEqual([])
  })

  // Proves L135, L136
  test('waits with at most 10,000 others of its account, and of ended ones the newest are stored', async () => {
    const { accountId } = foreign
    const url = `${list}/200/full`
    await server.fresh.pool.query(
      `insert into script_posts (id, created_at, due_at, url, body, account_id)
       select gen_random_uuid(), now(), now() + interval '1 year', 'https://filled.example.org', '{}', $1 from generate_series(1, 10000)`,
      [accountId],
    )
    expect(await send(url, readAllowed(list), accountId)).toMatchObject({ refusal: 'not-possible' })
    expect(await send(url)).toHaveProperty('id')
    await server.fresh.pool.query(
      `update script_posts set state = 'sent', ended_at = now(), created_at = now() - interval '1 second' where account_id = $1`,
      [accountId],
    )
    expect(await send(url, readAllowed(list), accountId)).toHaveProperty('id')
    await removeSurplusPosts(server.db, 5)
    const { rowCount } = await server.fresh.pool.query(`select from script_posts where state <> 'queued'`)
    // the two that were sent may have ended since
    expect(rowCount).toBeGreaterThanOrEqual(5)
    expect(rowCount).toBeLessThanOrEqual(7)
  })

  test('of a transaction that is rolled back is not stored', async () => {
    const before = await server.db.selectFrom('script_posts').select('id').execute()
    const failing = inTransaction(server.db, async (tx) => {
      const post = { url: `${list}/never`, body: '1', eventId: null, accountId: null, now: new Date() }
      await queuePost({ tx, bus: server.app.bus, allowed: readAllowed(list) }, post)
      throw new Error('the method failed')
    })
    await expect(failing).rejects.toThrow('the method failed')
    expect(await server.db.selectFrom('script_posts').select('id').execute()).toHaveLength(before.length)
  })
})
