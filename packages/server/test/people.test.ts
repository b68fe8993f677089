import {
  adminSessionEnd,
  adminSessionList,
  adminUserCount,
  adminUserDelete,
  adminUserExpire,
  adminUserGet,
  adminUserInterfaceList,
  adminUserInterfaceSet,
  adminUserList,
  adminUserLock,
  adminUserPasswordExpire,
  adminUserSet,
  adminUserUnlock,
  classList,
  endpoints,
  groupDelete,
  groupGet,
  groupList,
  groupMemberAdd,
  groupMemberDelete,
  groupMemberList,
  groupSet,
  memberAdd,
  memberDelete,
  memberList,
  token,
  whoami,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, password, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const get = (id: string) => server.request(adminUserGet, { id }, admin)
const isIn = async (who: { token: string }) => (await server.call(whoami, {}, who)).status === 200
const signInStatus = async (username: string, secret = password) =>
  (await server.post(token.path, { grant_type: 'password', username, password: secret })).status
const groupOf = async (code: string) => (await server.request(groupList, { filter: { code } }, admin))[0]!

describe('users', () => {
  test('who get the interface of an administrator become one, and lose the rights with it', async () => {
    const named = { id: null, username: 'ada', password: 'a quiet harbour 9' } as const
    const made = await server.request(adminUserSet, { ...named, interfacecode: 'administrator' }, admin)
    const asAdmin = { admin: true, interfacecode: 'administrator', groups: ['administrators', 'operators'] }
    const asOperator = { admin: false, interfacecode: 'user', groups: ['operators'] }
    expect(made).toMatchObject(asAdmin)
    expect(await server.request(adminUserInterfaceSet, { id: made.id, code: 'user' }, admin)).toMatchObject(
      asOperator,
    )
    expect(await server.request(adminUserSet, { id: made.id, admin: true }, admin)).toMatchObject(asAdmin)
    expect(await server.request(adminUserSet, { id: made.id, admin: false }, admin)).toMatchObject(asOperator)
    for (const [no, field] of [
      [{ admin: true, interfacecode: 'driver' }, 'interfacecode'],
      [{ admin: false, interfacecode: 'administrator' }, 'admin'],
    ] as const)
      expect(await server.requestError(adminUserSet, { id: made.id, ...no }, admin)).toMatchObject({
        status: 400,
        field,
      })
    // All areas of a former administrator stay when only the areas are changed.
    await server.request(adminUserSet, { id: made.id, admin: true, interfacecode: 'all' }, admin)
    const limited = { id: made.id, code: 'all', areas: ['crm', 'admin'] } as const
    expect(
      await server.request(adminUserInterfaceSet, { ...limited, areas: [...limited.areas] }, admin),
    ).toMatchObject({
      admin: true,
      interfacecode: 'all',
    })
    const left = await server.request(adminUserInterfaceSet, { id: made.id, code: 'driver' }, admin)
    expect(left).toMatchObject({ admin: false, groups: ['drivers'] })
  })

  // Proves S2.33
  test('are added, found, changed and signed in; a new one has the state open until then', async () => {
    const added = await server.request(
      adminUserSet,
      {
        id: null,
        username: 'nina',
        email: 'Nina@example.org',
        password: 'a quiet harbour 7',
        firstname: 'Nina',
        lastname: 'Berg',
        interfacecode: 'driver',
        areas: ['driver'],
      },
      admin,
    )
    expect(added).toMatchObject({
      username: 'nina',
      name: 'Nina Berg',
      statecode: 'open',
      statetypecode: 'created',
      interfacecode: 'driver',
      areas: ['driver'],
      groups: ['drivers'],
      admin: false,
      sessions: 0,
      version_no: 1,
    })
    expect(await signInStatus('nina', 'a quiet harbour 7')).toBe(200)
    expect(await get(added.id)).toMatchObject({ statecode: 'active', sessions: 1 })
    const changed = await server.request(
      adminUserSet,
      { id: added.id, phone: ' +41 44 000 ', description: 'Depot', version_no: 1 },
      admin,
    )
    expect(changed).toMatchObject({ phone: '+41 44 000', description: 'Depot', version_no: 2 })
    const late = await server.requestError(adminUserSet, { id: added.id, phone: '1', version_no: 1 }, admin)
    expect(late).toMatchObject({ status: 409, field: 'version_no' })
    const found = await server.request(
      adminUserList,
      { search: [{ field: 'name', compare: 'IKE', value: '%berg%' }], fields: ['username', 'groups'] },
      admin,
    )
    expect(found).toEqual([{ username: 'nina', groups: ['drivers'] }])
  })

  test('invalid and taken names, weak passwords and unknown users are refused by field', async () => {
    const person = { id: null, username: 'otto', password: 'a quiet harbour 8' }
    const cases: [Record<string, unknown>, number, string][] = [
      [{ ...person, username: 'NINA' }, 409, 'username'],
      [{ ...person, email: 'nina@EXAMPLE.org' }, 409, 'email'],
      [{ ...person, username: 'o@tto' }, 400, 'username'],
      [{ ...person, email: 'nonsense' }, 400, 'email'],
      [{ ...person, password: 'password' }, 400, 'password'],
      [{ id: null, username: 'otto' }, 400, 'password'],
      [{ ...person, accountid: '01890000-0000-7000-8000-000000000000' }, 400, 'accountid'],
    ]
    for (const [body, status, field] of cases)
      expect(await server.requestError(adminUserSet, body, admin), JSON.stringify(body)).toMatchObject({
        status,
        field,
      })
    expect(
      await server.requestError(adminUserGet, { id: '01890000-0000-7000-8000-000000000000' }, admin),
    ).toMatchObject({
      status: 404,
    })
  })

  // Proves S6.2
  test('are managed by administrators only: every such endpoint refuses an operator', async () => {
    const operator = await server.user('olga')
    const rows = Object.values(endpoints).filter(({ path }) => /^\/(admin|workflow)\//.test(path))
    expect(rows.length).toBeGreaterThan(30)
    for (const row of rows)
      expect((await server.post(addressOf(row), {}, operator.token)).status, row.path).toBe(403)
  })

  // Proves S6.1
  test('a change of the interface takes effect immediately', async () => {
    const person = await server.user('ivan')
    const codes = async () =>
      (await server.request(adminUserInterfaceList, { id: person.id }, admin)).filter((row) => row.current)
    expect(await codes()).toMatchObject([{ code: 'user' }])
    await server.request(adminUserInterfaceSet, { id: person.id, code: 'driver', areas: ['driver'] }, admin)
    expect(await codes()).toMatchObject([{ code: 'driver' }])
    await expect
      .poll(async () => {
        const rows = await server.request(classList, {}, person)
        return rows.find((row) => row.code === 'card')!.access.d
      })
      .toBe(false)
    expect((await server.request(whoami, {}, person)).areas).toEqual(['driver'])
  })
})

// Proves A3
describe('every change that ends the access of a user ends every login session', () => {
  test.each([
    ['blocked', adminUserLock, 'locked', 401],
    ['expired', adminUserExpire, 'expired', 401],
    ['deleted', adminUserDelete, 'deleted', 401],
  ] as const)('%s', async (name, row, state, status) => {
    const person = await server.user(`gone-${name}`)
    const second = await server.signIn(person.username)
    expect(await server.request(row, { id: person.id }, admin)).toMatchObject({
      statecode: state,
      sessions: 0,
    })
    await expect.poll(async () => (await isIn(person)) || (await isIn(second))).toBe(false)
    expect(await signInStatus(person.username)).toBe(status)
    const renew = { grant_type: 'refresh_token', refresh_token: person.refresh }
    expect((await server.post(token.path, renew)).status).toBe(401)
    expect((await server.requestError(row, { id: person.id }, admin)).status).toBe(400)
    const count = await server.request(adminUserCount, { filter: { username: person.username } }, admin)
    expect(count.count).toBe(state === 'deleted' ? 0 : 1)
    if (state === 'deleted') return
    await server.request(adminUserUnlock, { id: person.id }, admin)
    expect(await signInStatus(person.username)).toBe(200)
  })

  test('a new password set by an administrator', async () => {
    const person = await server.user('paula')
    await server.request(adminUserSet, { id: person.id, password: 'another harbour 9' }, admin)
    await expect.poll(() => isIn(person)).toBe(false)
    expect(await signInStatus('paula', 'another harbour 9')).toBe(200)
  })

  test('an expired password: the next session may only change it', async () => {
    const person = await server.user('peter')
    expect(await server.request(adminUserPasswordExpire, { id: person.id }, admin)).toMatchObject({
      passwordchange: true,
    })
    await expect.poll(() => isIn(person)).toBe(false)
    const body = { grant_type: 'password', username: 'peter', password }
    const reply = await server.post(token.path, body)
    expect(reply.body).toMatchObject({ action_required: 'change_password' })
    const who = { token: (reply.body as { access_token: string }).access_token }
    for (const row of [whoami, endpoints['stationList']!, endpoints['liveTicket']!])
      expect(await server.requestError(row, {}, who)).toMatchObject({
        status: 403,
        code: 'sign_in.password_change_required',
      })
    await server.request(endpoints['userPassword']!, { oldpass: password, newpass: 'a fresh harbour 3' }, who)
    expect(await isIn(who)).toBe(true)
    expect((await get(person.id)).passwordchange).toBe(false)
  })

  test('an administrator ends one login session of several, by an id that is not secret', async () => {
    const person = await server.user('sven')
    const second = await server.signIn('sven')
    const mine = { filter: { username: 'sven' }, orderby: ['created'] }
    const sessions = await server.request(adminSessionList, mine, admin)
    expect(sessions).toHaveLength(2)
    expect(JSON.stringify(sessions)).not.toContain(person.session)
    await server.request(adminSessionEnd, { id: sessions[0]!.id }, admin)
    await expect.poll(() => isIn(person)).toBe(false)
    expect(await isIn(second)).toBe(true)
    expect(await server.request(adminSessionList, mine, admin)).toHaveLength(1)
    const ended = await server.request(
      adminSessionList,
      { filter: { username: 'sven', statecode: 'ended' } },
      admin,
    )
    expect(ended).toMatchObject([{ statustext: 'ended by an administrator' }])
    expect((await server.requestError(adminSessionEnd, { id: sessions[0]!.id }, admin)).status).toBe(404)
  })

  test('a lock after wrong passwords is shown, and released', async () => {
    const person = await server.user('wanda')
    server.from = '203.0.113.7'
    for (let n = 0; n < 5; n++) await signInStatus('wanda', 'wrong')
    expect(await signInStatus('wanda')).toBe(429)
    expect((await get(person.id)).lockeduntil).not.toBeNull()
    expect((await server.request(adminUserUnlock, { id: person.id }, admin)).lockeduntil).toBeNull()
    expect(await signInStatus('wanda')).toBe(200)
    server.from = null
  })
})

describe('the last administrator', () => {
  test('can neither be blocked, expired, deleted nor lose the right, also not by two at the same time', async () => {
    const other = await server.user('second-admin', { isAdmin: true })
    const meId = admin.id
    for (const row of [adminUserLock, adminUserExpire, adminUserDelete])
      expect(await server.requestError(row, { id: meId }, admin)).toMatchObject({ status: 400 })
    const taken = await Promise.all([
      server.post(addressOf(adminUserSet), { id: meId, admin: false }, other.token),
      server.post(addressOf(adminUserSet), { id: other.id, admin: false }, admin.token),
    ])
    // the second is refused as the last one, or, where the first was faster, because it is no longer an
    // administrator
    const [done, refused] = taken.map(({ status }) => status).sort()
    expect([done, [400, 403].includes(refused!)]).toEqual([200, true])
    const left = await server.db.selectFrom('users').select('id').where('is_admin', '=', true).execute()
    expect(left).toHaveLength(1)
    const who = left[0]!.id === meId ? admin : other
    for (const [row, body] of [
      [adminUserSet, { id: who.id, admin: false }],
      [groupMemberDelete, { id: (await groupOfAs(who, 'administrators')).id, member: who.id }],
    ] as const)
      expect((await server.requestError(row, body, who)).code).toBe('user.last_administrator')
    await server.db.updateTable('users').set({ is_admin: true }).where('id', 'in', [meId, other.id]).execute()
    server.clock.forward(6_000)
  })
})

const groupOfAs = async (who: TestUser, code: string) =>
  (await server.request(groupList, { filter: { code } }, who))[0]!

describe('groups', () => {
  // Proves S2.33
  test('are added, changed by number, filled, emptied and deleted', async () => {
    const person = await server.user('greta')
    const group = await server.request(groupSet, { id: null, code: 'night', name: 'Night shift' }, admin)
    expect(group).toMatchObject({ code: 'night', system: false, members: 0, version_no: 1 })
    expect(await server.requestError(groupSet, { id: null, code: 'NIGHT' }, admin)).toMatchObject({
      status: 409,
    })
    await server.request(groupMemberAdd, { id: group.id, member: person.id }, admin)
    await server.request(memberAdd, { id: person.id, group: group.id }, admin)
    const members = await server.request(groupMemberList, { id: group.id }, admin)
    expect(members).toMatchObject([{ username: 'greta' }])
    const mine = await server.request(memberList, { id: person.id }, admin)
    expect(mine.map(({ code }) => code).sort()).toEqual(['night', 'operators'])
    const renamed = { id: group.id, name: 'Nights', version_no: 1 }
    expect(await server.request(groupSet, renamed, admin)).toMatchObject({ name: 'Nights', members: 1 })
    expect((await server.requestError(groupSet, renamed, admin)).status).toBe(409)
    await server.request(memberDelete, { id: person.id, group: group.id }, admin)
    expect(await server.request(groupMemberList, { id: group.id }, admin)).toEqual([])
    await server.request(groupDelete, { id: group.id }, admin)
    expect((await server.requestError(groupGet, { id: group.id }, admin)).status).toBe(404)
  })

  // Proves S6.5
  test('of the system follow from properties of users, and cannot be deleted', async () => {
    const person = await server.user('sigrid')
    const administrators = await groupOf('administrators')
    expect(administrators.system).toBe(true)
    await server.request(groupMemberAdd, { id: administrators.id, member: person.id }, admin)
    expect(await get(person.id)).toMatchObject({ admin: true, groups: ['administrators', 'operators'] })
    await server.request(groupMemberDelete, { id: administrators.id, member: person.id }, admin)
    expect((await get(person.id)).admin).toBe(false)
    const drivers = await groupOf('drivers')
    for (const [row, body] of [
      [groupMemberAdd, { id: drivers.id, member: person.id }],
      [groupDelete, { id: drivers.id }],
      [groupSet, { id: drivers.id, code: 'riders' }],
    ] as const)
      expect((await server.requestError(row, body, admin)).status, row.path).toBe(400)
  })
})
