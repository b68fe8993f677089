import {
  classAccessSet,
  classList,
  groupMemberAdd,
  groupSet,
  methodAccessSet,
  methodRun,
  objectCount,
  noticeList,
  objectGet,
  objectList,
  objectSet,
  search,
  workflowActionSet,
  workflowClassGet,
  workflowClassSet,
  workflowEventDelete,
  workflowEventDryRun,
  workflowEventSet,
  workflowMethodSet,
  workflowPreview,
  workflowStateDelete,
  workflowStateSet,
  workflowTransitionSet,
  workflowTypeSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let member: TestUser
let other: TestUser
let driver: TestUser
let group: string
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  member = await server.user('member')
  other = await server.user('other')
  driver = await server.user('driver', { interface: 'driver' })
  await makeClass()
  await grant()
})
afterAll(() => server.close())

const states = new Map<string, string>()
const methods = new Map<string, string>()

/** Adds a class of tools that are lent and returned, whose label names the borrower. */
async function makeClass(): Promise<void> {
  const add = { id: null, class: 'tool' }
  await server.request(
    workflowClassSet,
    { id: null, code: 'tool', parentcode: 'device', name: 'Tool' },
    admin,
  )
  await server.request(workflowTypeSet, { ...add, code: 'drill', name: 'Drill' }, admin)
  for (const [code, statetypecode] of [
    ['shelf', 'created'],
    ['lent', 'enabled'],
    ['broken', 'disabled'],
    ['gone', 'deleted'],
  ])
    states.set(code!, (await server.request(workflowStateSet, { ...add, code, statetypecode }, admin)).id)
  for (const code of ['lend', 'return', 'mend'])
    await server.request(workflowActionSet, { id: null, code }, admin)
  for (const actioncode of ['lend', 'return', 'mend', 'delete'])
    methods.set(actioncode, (await server.request(workflowMethodSet, { ...add, actioncode }, admin)).id)
  const ways = [
    ['shelf', 'lend', 'lent'],
    ['lent', 'return', 'shelf'],
    ['broken', 'mend', 'shelf'],
    [null, 'delete', 'gone'],
  ] as const
  for (const [from, method, to] of ways)
    await server.request(
      workflowTransitionSet,
      {
        ...add,
        stateid: from && states.get(from),
        methodid: methods.get(method),
        newstateid: states.get(to),
      },
      admin,
    )
  const script = "setLabel(object.label + ' (' + params.to + ')')\nsetTags(['lent'])"
  await server.request(
    workflowEventSet,
    { ...add, actioncode: 'lend', kind: 'script', label: 'Who', script },
    admin,
  )
}

async function grant(): Promise<void> {
  const made = await server.request(groupSet, { id: null, code: 'lenders', name: 'Lenders' }, admin)
  group = made.id
  await server.request(groupMemberAdd, { id: group, member: member.id }, admin)
  const allow = { a: true, c: true, s: true, u: true }
  await server.request(classAccessSet, { class: 'tool', group, allow }, admin)
}

const make = (who = member) =>
  server.request(objectSet, { id: null, class: 'tool', typecode: 'drill', label: 'Drill' }, who)
const journal = (id: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['kind', 'action', 'actor', 'username', 'before', 'after'])
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()

const access = async (who: TestUser) =>
  (await server.request(classList, {}, who)).find(({ code }) => code === 'tool')!.access
const scripted = async (script: string) => {
  const { events } = await server.request(workflowClassGet, { id: 'tool' }, admin)
  const { id, version_no } = events.find(({ label }) => label === 'Who')!
  await server.request(workflowEventSet, { id, version_no, script }, admin)
}

describe('A class that an administrator added with the API only', () => {
  // Proves O1, S4.3
  test('has objects that a member of the group takes through their states', async () => {
    const tool = await make()
    expect(tool).toMatchObject({ statecode: 'shelf', statetypecode: 'created', owner: member.id })
    const found = await server.request(search, { text: 'dri', entities: ['tool'] }, member)
    expect(found).toMatchObject([{ id: tool.id, label: 'Drill', statename: 'shelf' }])
    expect(tool.methods).toEqual({ lend: null })
    const [row] = await server.request(objectList, { filter: { id: tool.id } }, admin)
    expect(row!.methods).toEqual({ delete: null, lend: null })
    const lent = await server.request(
      methodRun,
      { id: tool.id, code: 'lend', params: { to: 'Arthur' } },
      member,
    )
    expect(lent).toEqual({ object: tool.id, method: 'lend', action: 'lend', newstate: 'lent' })
    const now = await server.request(objectGet, { id: tool.id }, member)
    expect(now).toMatchObject({ label: 'Drill (Arthur)', tags: ['lent'], statecode: 'lent' })
    await server.request(methodRun, { id: tool.id, method: methods.get('return') }, member)
    expect(await server.request(objectGet, { id: tool.id }, member)).toMatchObject({ statecode: 'shelf' })
    const rows = await journal(tool.id)
    expect(rows.map(({ kind, action, actor }) => `${kind} ${action} ${actor}`)).toEqual([
      'change create person',
      'change update script',
      'change update script',
      'method lend person',
      'method return person',
    ])
    expect(rows.every(({ username }) => username === 'member')).toBe(true)
  })

  // Proves O1
  test('is refused to others, and deletion to those without the right', async () => {
    const tool = await make()
    for (const who of [other, driver]) {
      expect(await server.requestError(objectGet, { id: tool.id }, who)).toMatchObject({ status: 404 })
      expect(await server.requestError(methodRun, { id: tool.id, code: 'lend' }, who)).toMatchObject({
        status: 404,
      })
      expect(await server.request(objectList, {}, who)).toEqual([])
      expect(await server.request(objectCount, {}, who)).toEqual({ count: 0 })
      const body = { id: null, class: 'tool', label: 'x' }
      expect(await server.requestError(objectSet, body, who)).toMatchObject({ status: 403 })
    }
    expect(await server.request(search, { text: '', entities: ['tool'] }, other)).toEqual([])
    expect(await server.requestError(methodRun, { id: tool.id, code: 'delete' }, member)).toMatchObject({
      status: 403,
    })
    await server.request(methodRun, { id: tool.id, code: 'delete' }, admin)
    expect(await server.request(objectList, { filter: { id: tool.id } }, admin)).toEqual([])
    expect(await server.requestError(methodRun, { id: tool.id, code: 'lend' }, admin)).toMatchObject({
      status: 400,
    })
  })

  test('reports the rights of a user on it', async () => {
    expect(await access(member)).toEqual({ a: true, c: true, s: true, u: true, d: false })
    expect(await access(other)).toEqual({ a: false, c: false, s: false, u: false, d: false })
  })

  // Proves S4.3
  test('runs no method that the state does not allow, and no hidden one', async () => {
    const tool = await make()
    expect(await server.requestError(methodRun, { id: tool.id, code: 'return' }, member)).toMatchObject({
      status: 400,
      code: 'method.not_in_state',
    })
    const station = await server.db
      .selectFrom('class_methods')
      .select('id')
      .where('class_code', '=', 'connector')
      .where('code', '=', 'charging')
      .executeTakeFirstOrThrow()
    expect(await server.requestError(methodRun, { id: tool.id, method: station.id }, member)).toMatchObject({
      status: 404,
    })
  })

  test('keeps the states that its objects are in', async () => {
    const count = (await server.request(objectCount, { filter: { statecode: 'shelf' } }, admin)).count
    const refused = await server.requestError(workflowStateDelete, { id: states.get('shelf')! }, admin)
    expect(refused).toMatchObject({ code: 'object.in_use_by', params: { objects: count } })
  })

  test('refuses a concurrent change', async () => {
    const tool = await make()
    const { version_no } = tool
    await server.request(objectSet, { id: tool.id, label: 'First', version_no }, member)
    expect(
      await server.requestError(objectSet, { id: tool.id, label: 'Second', version_no }, member),
    ).toMatchObject({
      status: 409,
    })
  })

  test('records the change of an administrator with the account of the object', async () => {
    const { id } = await make()
    const account_id = await server.addAccount('lending')
    await server.db.updateTable('objects').set({ account_id }).where('id', '=', id).execute()
    await server.request(objectSet, { id, label: 'Moved', version_no: 1 }, admin)
    const changes = server.db.selectFrom('audit_log').select('account_id').where('object_id', '=', id)
    expect(await changes.where('action', '=', 'update').execute()).toEqual([{ account_id }])
  })

  // Proves O1
  test('previews which buttons are offered to which users', async () => {
    const preview = await server.request(workflowPreview, { class: 'tool' }, admin)
    const shelf = preview.states.find(({ statecode }) => statecode === 'shelf')!
    expect(shelf.methods.map(({ code, newstatecode }) => [code, newstatecode])).toEqual([
      ['delete', 'gone'],
      ['lend', 'lent'],
    ])
    const administrators = preview.groups.find(({ code }) => code === 'administrators')!.id
    expect(shelf.methods[1]!.enabled).toEqual([administrators, group])
    expect(shelf.methods[0]!.enabled).toEqual([administrators])
  })

  test('previews a group once it has a rule for the class or one of its methods', async () => {
    const night = await server.request(groupSet, { id: null, code: 'night', name: 'Night watch' }, admin)
    const previewed = async (of: string) => {
      const { groups, states } = await server.request(workflowPreview, { class: of }, admin)
      const buttons = states.flatMap(({ methods }) => methods.flatMap(({ enabled }) => enabled))
      return [groups.some(({ id }) => id === night.id), buttons.includes(night.id)]
    }
    expect(await previewed('charge_point')).toEqual([false, false])
    const rule = { class: 'charge_point', method: 'delete', group: night.id }
    await server.request(methodAccessSet, { ...rule, deny: { x: true } }, admin)
    expect(await previewed('charge_point')).toEqual([true, true])
    expect(await previewed('card')).toEqual([false, false])
  })
})

describe('A script that fails', () => {
  // Proves O5
  test('refuses the run with its line, and changes nothing', async () => {
    await scripted("setLabel('changed')\nthrow new Error('no ladder')")
    const tool = await make()
    const no = await server.requestError(methodRun, { id: tool.id, code: 'lend' }, member)
    expect(no).toMatchObject({
      status: 400,
      code: 'script.failed_at',
      params: { event: 'Who', line: 2, reason: 'no ladder' },
    })
    expect(await server.request(objectGet, { id: tool.id }, member)).toMatchObject({
      label: 'Drill',
      statecode: 'shelf',
    })
    expect((await journal(tool.id)).map(({ action }) => action)).toEqual(['create'])
    const logged = await server.db
      .selectFrom('event_log')
      .select(['type', 'text', 'username', 'object', 'correlation'])
      .where('code', '=', 'script')
      .execute()
    const { correlation } = no
    expect(correlation).toBeTruthy()
    expect(logged).toMatchObject([
      { type: 'error', username: 'member', object: `tool ${tool.id}`, correlation },
    ])
    expect(logged[0]!.text).toMatch(/line 2/)
  })

  // Proves O5
  test('runs no method that its user may not run, and no endless chain', async () => {
    await scripted("runMethod('delete')")
    const tool = await make()
    const no = await server.requestError(methodRun, { id: tool.id, code: 'lend' }, member)
    const cause = { code: 'method.forbidden', params: { method: 'Delete', class: 'tool' } }
    expect(no).toMatchObject({ status: 400, code: 'script.failed_at', cause })
    expect(no.message).toContain('may not run the method “Delete”')
    expect(await server.request(objectGet, { id: tool.id }, member)).toMatchObject({ statecode: 'shelf' })
    await server.request(methodRun, { id: tool.id, code: 'lend' }, admin)
    expect(await server.request(objectGet, { id: tool.id }, admin)).toMatchObject({ statecode: 'gone' })
    await scripted("runMethod('return')")
    const back = {
      id: null,
      class: 'tool',
      actioncode: 'return',
      kind: 'script',
      script: "runMethod('lend')",
    }
    await server.request(workflowEventSet, back, admin)
    const loop = await make()
    const endless = await server.requestError(methodRun, { id: loop.id, code: 'lend' }, member)
    expect(endless.cause).toMatchObject({ code: 'script.methods_too_deep', params: { limit: 8 } })
    // not deep, but wide: 3 of 3 of 3 of 3
    const wide = `for (let i = 0; i < 3; i++)
      if ((params.deep ?? 0) < 5) runMethod('touch', { deep: (params.deep ?? 0) + 1 })`
    const touch = { id: null, class: 'tool', actioncode: 'finish' }
    await server.request(workflowMethodSet, { ...touch, code: 'touch' }, admin)
    const { id } = await server.request(workflowEventSet, { ...touch, kind: 'script', script: wide }, admin)
    const many = await server.requestError(methodRun, { id: loop.id, code: 'touch' }, admin)
    expect(many.cause).toMatchObject({ code: 'script.too_many_methods', params: { limit: 50 } })
    await server.request(workflowEventDelete, { id }, admin)
    expect(await server.request(objectGet, { id: loop.id }, member)).toMatchObject({ statecode: 'shelf' })
  })

  test('is not stored when it cannot be parsed', async () => {
    const body = { id: null, class: 'tool', actioncode: 'mend', kind: 'script', script: 'let a = ;' }
    expect(await server.requestError(workflowEventSet, body, admin)).toMatchObject({
      status: 400,
      code: 'script.invalid_at',
      params: { line: 1 },
      field: 'script',
    })
  })

  // Proves O5
  test('shows in a dry run what it would do, and does nothing', async () => {
    const tool = await make()
    const script = "setLabel('dry')\nrunMethod('mend')\nlog(event.from, event.to)"
    const dry = await server.request(workflowEventDryRun, { object: tool.id, script, method: 'lend' }, admin)
    expect(dry.effects.map(({ kind, text, line }) => [kind, text, line])).toEqual([
      ['setLabel', 'dry', 1],
      ['runMethod', 'mend', 2],
    ])
    expect(dry.effects[1]!.refusal).toMatchObject({ code: 'method.not_in_state', params: { state: 'lent' } })
    expect(dry).toMatchObject({ possible: true, failure: null })
    expect(await server.request(objectGet, { id: tool.id }, member)).toMatchObject({ label: 'Drill' })
    const asking = `notice('operatorz', 'Lent')\nnotice('operators', 'Lent')\npost('http://127.0.0.1/x', {})`
    const refused = await server.request(workflowEventDryRun, { object: tool.id, script: asking }, admin)
    expect(refused.effects.map(({ refusal }) => refusal?.message)).toEqual([
      expect.stringContaining('operatorz'),
      undefined,
      expect.stringContaining('http'),
    ])
    expect(await server.request(noticeList, {}, admin)).toEqual([])
    const bad = await server.request(workflowEventDryRun, { object: tool.id, script: '\nnobody()' }, admin)
    expect(bad.failure).toMatchObject({ code: 'script.thrown', line: 2 })
  })
})
