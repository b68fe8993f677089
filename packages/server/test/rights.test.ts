import {
  adminUserInterfaceSet,
  chargePointList,
  whoami,
  type AnswerOf,
  type BodyOf,
  cardGet,
  cardList,
  cardSet,
  classAccessList,
  classAccessSet,
  classCodes,
  classList,
  classUse,
  connectorList,
  endpoints,
  referenceFields,
  groupDelete,
  groupMemberAdd,
  groupSet,
  search,
  stationList,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsOf } from '../src/modules/rights/index.ts'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const rows = Object.values(endpoints)
const noRules = { classes: [], methods: [], objects: new Map(), parents: {} }
const kinds = {
  driver: rightsOf({ isAdmin: false, isDriver: true, isGuest: false }, noRules),
  operator: rightsOf({ isAdmin: false, isDriver: false, isGuest: false }, noRules),
  guest: rightsOf({ isAdmin: false, isDriver: false, isGuest: true }, noRules),
}
const set = (body: BodyOf<typeof classAccessSet>) => server.request(classAccessSet, body, admin)
const access = async (who: TestUser, code: string) =>
  (await server.request(classList, {}, who)).find((row) => row.code === code)!.access
const status = async (row: (typeof rows)[number], body: Record<string, unknown>, who: TestUser) =>
  (await server.post(addressOf(row), body, who.token)).status

const verbs = ['a', 'c', 's', 'u', 'd'] as const

describe('the class of an endpoint', () => {
  // Proves A8
  test('is defined for every path that is about objects', () => {
    const without = rows
      .filter((row) => !classUse(row, {}))
      // settings of the user
      .filter(({ path }) => !path.startsWith('/incident/notification/'))
      // prices what the request contains, and reads no object
      .filter(({ path }) => path !== '/tariff/price')
      // the price of a session is visible to those who see the session, and who pays it
      .filter(({ path }) => !path.startsWith('/transaction/rating/'))
      // messages of a provider, which is no user
      .filter(({ path }) => !path.startsWith('/payment/event/'))
      // a code or a link decides what a guest sees
      .filter(({ path }) => !/^\/guest\/(station|charge)\//.test(path))
      // the caller's own right to charge a car that they may not see
      .filter(({ path }) => path !== '/driver/car/leave')
      .map(({ path }) => path.split('/')[1])
    const about = ['oauth2', 'whoami', 'class', 'type', 'session', 'sign', 'setup', 'live', 'user', 'search']
    about.push(
      'verification',
      'terms',
      'admin',
      'workflow',
      'demo',
      'registry',
      // any class: the workflow engine checks the rights of the object's class
      'object',
      'method',
      // any class: the rights of each object's class are checked
      'note',
      'bulk_run',
      // any list: the rights of the list of each view are checked
      'saved_view',
      'notice',
      'resource',
      'notice',
      ...Object.keys(referenceFields),
    )
    expect([...new Set(without)].filter((first) => !about.includes(first!))).toEqual([])
  })

  test.each([
    ['stationList', {}, 'charge_point s'],
    ['stationSet', { id: null }, 'charge_point c'],
    ['stationSet', { id: 'x' }, 'charge_point u'],
    ['stationAction', { action: 'delete' }, 'charge_point d'],
    ['stationAction', { action: 'enable' }, 'charge_point u'],
    ['stationKey', {}, 'charge_point u'],
    ['connectorStart', {}, 'command c'],
    ['commandSend', {}, 'command c'],
    ['commandCancel', {}, 'command u'],
    ['chargePointCommand', {}, 'command c'],
    ['transactionList', {}, 'transaction s'],
    ['unmatchedResolve', {}, 'transaction u'],
    ['reservationList', {}, 'reservation s'],
    ['cardAction', { action: 'delete' }, 'card d'],
    ['objectFiles', {}, 'charge_point s'],
    ['objectFileDelete', {}, 'charge_point u'],
    ['chargePointList', {}, 'charge_point s'],
    ['connectionAttemptList', {}, 'charge_point s'],
    ['connectionAttemptCount', {}, 'charge_point s'],
    ['centralTransactions', {}, 'transaction s'],
    ['accountGet', {}, 'account s'],
  ])('%s %j is %s', (name, body, expected) => {
    const use = classUse(endpoints[name]!, body)!
    expect(`${use.classCode} ${use.verb}`).toBe(expected)
  })

  test('without rules no user loses what the interface allows', () => {
    const alsoAsked: Record<string, unknown> = {
      '/charge_point/set': { id: null },
      '/card/set': { id: null },
      '/charge_point/action': { action: 'delete' },
      '/card/action': { action: 'delete' },
    }
    for (const row of rows)
      for (const body of [{}, alsoAsked[row.path]]) {
        const use = classUse(row, body)
        if (!use || row.may === 'admin') continue
        const may = (kind: keyof typeof kinds) => kinds[kind].may(use.classCode, use.verb)
        expect(may('operator'), `${row.path} ${JSON.stringify(body)}`).toBe(true)
        if (row.may === 'user') expect(may('driver'), row.path).toBe(true)
      }
    for (const code of classCodes)
      expect(verbs.filter((verb) => kinds.guest.may(code, verb)).join('')).toBe('as')
  })
})

describe('areas', () => {
  test.each([
    ['stationList', 'crm driver ocpp'],
    ['cardList', 'crm driver ocpp'],
    ['stationSet', 'crm driver'],
    ['cardAction', 'crm driver'],
    ['objectFileSet', 'crm driver'],
    ['commandSend', 'crm ocpp'],
    ['ocppLogList', 'crm ocpp'],
    ['connectionAttemptList', 'crm ocpp'],
    ['connectorStart', 'crm driver ocpp'],
    ['chargePointCommand', 'ocpp'],
    ['chargePointList', 'ocpp'],
    ['whoami', ''],
    ['userPassword', ''],
    ['liveTicket', ''],
  ])('%s belongs to "%s"', (name, expected) => {
    const row = endpoints[name]!
    expect((row.use.areas ?? []).join(' ')).toBe(expected)
  })

  // Proves A8
  test('that a user is limited to are enforced on requests immediately; administrators are not limited', async () => {
    const person = await server.user('arne')
    const limit = (areas: string[] | null, id = person.id) =>
      server.request(adminUserInterfaceSet, { id, code: 'user', areas }, admin)
    const add = { id: null, code: 'ARNE1' }
    await limit(['ocpp'])
    await expect.poll(() => status(cardSet, add, person)).toBe(403)
    expect((await server.requestError(cardSet, add, person)).code).toBe('access.area_closed')
    expect(await status(stationList, {}, person)).toBe(200)
    expect(await status(chargePointList, {}, person)).toBe(200)
    await limit(['crm'])
    await expect.poll(() => status(chargePointList, {}, person)).toBe(403)
    expect(await status(cardSet, add, person)).toBe(200)
    await limit([])
    await expect.poll(() => status(stationList, {}, person)).toBe(403)
    expect(await status(whoami, {}, person)).toBe(200)
    await limit(null)
    await expect.poll(() => status(stationList, {}, person)).toBe(200)
    await server.db
      .updateTable('users')
      .set({ areas: ['ocpp'] })
      .where('id', '=', admin.id)
      .execute()
    server.clock.forward(6_000)
    expect(await status(cardList, {}, admin)).toBe(200)
    await server.db.updateTable('users').set({ areas: null }).where('id', '=', admin.id).execute()
  })
})

describe('rules', () => {
  // Proves H13, S3.3, S7.3
  test('deny a user what the interface allows, in the rights map, on requests and in the search', async () => {
    const person = await server.user('olive')
    await server.request(cardSet, { id: null, code: 'OLIVE1' }, person)
    const rules = await set({ class: 'card', user: person.id, deny: { c: true, s: true } })
    expect(rules.rights).toMatchObject([
      { classcode: 'card', subjecttype: 'user', subjectcode: 'olive', deny: { a: false, c: true, s: true } },
    ])
    await expect.poll(() => status(cardList, {}, person)).toBe(403)
    expect((await server.requestError(cardSet, { id: null, code: 'OLIVE2' }, person)).message).toContain(
      'create',
    )
    expect(await access(person, 'card')).toEqual({ a: true, c: false, s: false, u: true, d: true })
    expect(await server.request(search, { text: 'OLIVE1' }, person)).toEqual([])
    expect(await server.request(search, { text: 'OLIVE1' }, admin)).toHaveLength(1)
    await set({ class: 'card', user: person.id })
    await expect.poll(() => status(cardList, {}, person)).toBe(200)
    expect(await server.request(classAccessList, { user: person.id }, admin)).toEqual([])
  })

  // Proves A8
  test('of groups are combined, a denial in any group wins, and rules are removed with the group', async () => {
    const person = await server.user('gwen')
    const group = async (code: string) => (await server.request(groupSet, { id: null, code }, admin)).id
    const [readers, keepers] = [await group('readers'), await group('keepers')]
    for (const id of [readers, keepers])
      await server.request(groupMemberAdd, { id, member: person.id }, admin)
    await set({ class: 'charge_point', group: readers, deny: { c: true } })
    await set({ class: 'charge_point', group: keepers, allow: { c: true, d: true } })
    await expect.poll(async () => (await access(person, 'charge_point')).c).toBe(false)
    expect(await status(stationSet, { id: null, identity: 'GWEN-1' }, person)).toBe(403)
    await server.request(groupDelete, { id: readers }, admin)
    await expect.poll(() => status(stationSet, { id: null, identity: 'GWEN-1' }, person)).toBe(200)
  })

  test('without access to a class nothing of it is visible', async () => {
    const person = await server.user('abel')
    await set({ class: 'connector', user: person.id, deny: { a: true } })
    await expect.poll(() => status(connectorList, {}, person)).toBe(403)
    expect(Object.values(await access(person, 'connector'))).toEqual([false, false, false, false, false])
    expect(await status(stationList, {}, person)).toBe(200)
  })

  // Proves S6.1
  test('let a guest do more than read, one class at a time', async () => {
    const guest = await server.user('gus')
    await server.db.updateTable('users').set({ is_guest: true }).where('id', '=', guest.id).execute()
    server.clock.forward(6_000)
    expect(await status(stationList, {}, guest)).toBe(200)
    expect(await status(cardSet, { id: null, code: 'GUS1' }, guest)).toBe(403)
    admin = await server.signIn('admin')
    await set({ class: 'card', user: guest.id, allow: { c: true } })
    await expect.poll(() => status(cardSet, { id: null, code: 'GUS1' }, guest)).toBe(200)
    expect(await status(stationSet, { id: null, identity: 'GUS-1' }, guest)).toBe(403)
  })

  // Proves S6.3
  test('give a driver nothing that only operators may request, and no objects of others', async () => {
    const driver = await server.user('drew', { interface: 'driver' })
    const other = await server.user('otis', { accountId: await server.addAccount('otis-inc') })
    const { id } = (await server.request(cardSet, { id: null, code: 'DREW1' }, admin)) as AnswerOf<
      typeof cardGet
    >
    const all = { a: true, c: true, s: true, u: true, d: true }
    for (const person of [driver, other]) await set({ class: 'card', user: person.id, allow: all })
    await expect.poll(async () => (await access(driver, 'card')).u).toBe(true)
    expect(await status(cardSet, { id, label: 'mine' }, driver)).toBe(403)
    for (const person of [driver, other]) expect(await status(cardGet, { id }, person)).toBe(404)
  })

  test('name one subject, and do not limit administrators', async () => {
    const cases: Record<string, unknown>[] = [
      { class: 'card' },
      { class: 'card', user: admin.id, group: admin.id },
      { class: 'card', group: admin.id },
      { class: 'nothing', user: admin.id },
    ]
    for (const body of cases)
      expect(
        (await server.requestError(classAccessSet, body, admin)).status,
        JSON.stringify(body),
      ).toBeLessThan(405)
    await set({ class: 'card', user: admin.id, deny: { s: true } })
    expect(await status(cardList, {}, admin)).toBe(200)
    expect((await access(admin, 'card')).s).toBe(true)
  })
})
