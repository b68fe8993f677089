import {
  cardAction,
  carGet,
  carSet,
  clientGet,
  clientSet,
  classNames,
  connectorGet,
  connectorSet,
  stationGet,
  workflowEventDelete,
  workflowTypeDelete,
  workflowTypeSet,
  cardGet,
  cardMethod,
  cardSet,
  commandSend,
  connectorMethod,
  methodRun,
  stationMethod,
  stationSet,
  workflowActionSet,
  workflowClassGet,
  workflowEventSet,
  workflowMethodSet,
  workflowStateSet,
  workflowTransitionSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let operator: TestUser
let driver: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  operator = await server.user('operator')
  driver = await server.user('driver', { interface: 'driver' })
})
afterAll(() => server.close())

const offered = (rows: { code: string }[]) => rows.map(({ code }) => code).sort()
const newCard = async () =>
  (await server.request(cardSet, { id: null, code: newId().slice(-12) }, operator)).id
const newStation = async () =>
  (await server.request(stationSet, { id: null, identity: `CP-${newId().slice(-12)}` }, operator)).station.id

/** States in which a user may run each built-in method. */
const cardCan = {
  enable: ['created', 'disabled', 'lost'],
  disable: ['created', 'enabled'],
  report_lost: ['created', 'enabled', 'disabled'],
  delete: ['created', 'enabled', 'disabled', 'lost'],
  restore: ['deleted'],
}
const stationCan = {
  disable: ['created', 'available', 'unavailable', 'faulted'],
  enable: ['disabled'],
  delete: ['created', 'available', 'unavailable', 'faulted', 'disabled'],
  restore: ['deleted'],
}

describe('methods of built-in objects follow from the workflow tables', () => {
  // Proves O4
  test('and are offered in these states', async () => {
    for (const [classCode, can, row, make] of [
      ['card', cardCan, cardMethod, newCard],
      ['charge_point', stationCan, stationMethod, newStation],
    ] as const) {
      const id = await make()
      const { states } = await server.request(workflowClassGet, { id: classCode }, admin)
      for (const { code: state } of states) {
        const table = classCode === 'card' ? 'cards' : 'stations'
        await server.db.updateTable(table).set({ state }).where('id', '=', id).execute()
        const allowed = Object.entries(can).filter(([, from]) => from.includes(state))
        const rows = await server.request(row, { id }, operator)
        expect(offered(rows), `${classCode} ${state}`).toEqual(allowed.map(([action]) => action).sort())
      }
    }
  })

  // Proves O4
  test('and are run by the endpoint for any object, with the same refusals', async () => {
    const card = await newCard()
    const ran = await server.request(methodRun, { id: card, code: 'disable' }, operator)
    expect(ran).toEqual({ object: card, method: 'disable', action: 'disable', newstate: 'disabled' })
    const words = { status: 400, code: 'card.wrong_state', field: 'action' }
    expect(await server.requestError(methodRun, { id: card, code: 'disable' }, operator)).toMatchObject(words)
    expect(await server.requestError(cardAction, { id: card, action: 'disable' }, operator)).toMatchObject(
      words,
    )
    expect(await server.requestError(methodRun, { id: card, code: 'enable' }, driver)).toMatchObject({
      status: 404,
    })
    expect(await server.requestError(methodRun, { id: newId(), code: 'enable' }, operator)).toMatchObject({
      status: 404,
    })
    const both = { id: card, code: 'enable', method: newId() }
    expect(await server.requestError(methodRun, both, operator)).toMatchObject({
      status: 400,
      field: 'method',
    })
    const station = await newStation()
    await server.request(methodRun, { id: station, code: 'disable' }, operator)
    const back = await server.request(methodRun, { id: station, code: 'enable' }, operator)
    expect(back.newstate).toBe('created')
  })

  // Proves O4
  test('a card that is reported lost is blocked until it is unblocked', async () => {
    const card = await newCard()
    const shown = () => server.request(cardGet, { id: card }, operator)
    await server.request(methodRun, { id: card, code: 'report_lost' }, operator)
    expect(await shown()).toMatchObject({
      statecode: 'lost',
      statename: 'Lost',
      statetypecode: 'disabled',
      verdict: 'Blocked',
      methods: { enable: null, delete: null },
    })
    await server.request(cardAction, { id: card, action: 'enable' }, operator)
    expect(await shown()).toMatchObject({ statecode: 'enabled', verdict: 'Accepted' })
  })

  test('reports of stations cannot be run as methods', async () => {
    const station = await newStation()
    expect(await server.requestError(methodRun, { id: station, code: 'faulted' }, admin)).toMatchObject({
      status: 403,
      code: 'method.system_only',
    })
  })

  // Proves O4
  test('methods of a connector check their parameters, and are refused while its station is offline', async () => {
    const station = await newStation()
    const id = newId()
    const account_id = await server.firstAccount()
    await server.db
      .insertInto('evses')
      .values({ id, account_id, station_id: station, evse_no: 1, state: 'available' })
      .execute()
    expect(await server.request(connectorMethod, { id }, operator)).toMatchObject(
      ['start', 'stop', 'reserve'].map((code) => ({ code, enabled: false, reason: 'station.offline' })),
    )
    expect(await server.requestError(methodRun, { id, code: 'start' }, operator)).toMatchObject({
      status: 503,
      code: 'station.offline',
    })
    await server.db.updateTable('stations').set({ is_connected: true }).where('id', '=', station).execute()
    const wrong = { id, code: 'start', params: { card: 7 } }
    expect(await server.requestError(methodRun, wrong, operator)).toMatchObject({
      status: 400,
      code: 'value.type',
      field: 'params.card',
    })
    const commands = server.db.selectFrom('commands').select('action').where('station_id', '=', station)
    expect(await commands.execute()).toEqual([])
  })
})

// Proves O3
test('a built-in class accepts states, methods and scripts of an administrator', async () => {
  const of = { id: null, class: 'card' }
  const stolen = await server.request(
    workflowStateSet,
    { ...of, code: 'stolen', label: 'Stolen', statetypecode: 'disabled' },
    admin,
  )
  await server.request(workflowActionSet, { id: null, code: 'steal', label: 'Report stolen' }, admin)
  const report = await server.request(
    workflowMethodSet,
    { ...of, actioncode: 'steal', code: 'stolen' },
    admin,
  )
  const { states } = await server.request(workflowClassGet, { id: 'card' }, admin)
  const enabled = states.find(({ code }) => code === 'enabled')!.id
  const way = { ...of, stateid: enabled, methodid: report.id, newstateid: stolen.id }
  await server.request(workflowTransitionSet, way, admin)
  const script = "setLabel('stolen by ' + params.who)\nnotice('operator', 'A card is stolen')"
  await server.request(workflowEventSet, { ...of, actioncode: 'steal', kind: 'script', script }, admin)
  const card = await newCard()
  const offers = await server.request(cardMethod, { id: card }, operator)
  expect(offers.filter(({ system }) => !system)).toMatchObject([
    { code: 'stolen', name: 'Report stolen', enabled: true },
  ])
  await server.request(methodRun, { id: card, code: 'steal', params: { who: 'me' } }, operator)
  const shown = await server.request(cardGet, { id: card }, operator)
  expect(shown).toMatchObject({
    statecode: 'stolen',
    statetypecode: 'disabled',
    verdict: 'Blocked',
    label: 'stolen by me',
  })
  const notices = await server.db.selectFrom('notices').select(['text', 'object_id']).execute()
  expect(notices).toEqual([{ text: 'A card is stolen', object_id: card }])
  expect(offered(await server.request(cardMethod, { id: card }, operator))).toEqual([])
})

test('added types are assigned to objects of their class, and removed when no object uses them', async () => {
  const station = await newStation()
  const connector = newId()
  const account_id = await server.firstAccount()
  await server.db
    .insertInto('evses')
    .values({ id: connector, account_id, station_id: station, evse_no: 1 })
    .execute()
  const client = (await server.request(clientSet, { id: null, name: 'Fleet' }, operator)).id
  const car = (await server.request(carSet, { id: null, identity: 'B-X 1', client }, operator)).id
  const cases = [
    ['card', cardSet, cardGet, await newCard(), 'rfid'],
    ['client', clientSet, clientGet, client, 'company'],
    ['car', carSet, carGet, car, 'car'],
    ['charge_point', stationSet, stationGet, station, 'private'],
    ['connector', connectorSet, connectorGet, connector, 'dc'],
  ] as const
  for (const [of, set, get, id, other] of cases) {
    const type = { id: null, class: of, code: 'fleet', name: 'Of the fleet' }
    const fleet = await server.request(workflowTypeSet, type, admin)
    await server.request(set, { id, typecode: 'fleet' } as never, operator)
    expect(await server.request(get, { id }, operator)).toMatchObject({
      typecode: 'fleet',
      typename: 'Of the fleet',
    })
    const no = await server.requestError(set, { id, typecode: 'none' } as never, operator)
    expect(no).toMatchObject({ status: 400, code: 'value.not_listed', field: 'typecode' })
    expect(no.params).toMatchObject({ values: expect.stringContaining('fleet') as string })
    const gone = { id: fleet.id, version_no: fleet.version_no }
    expect(await server.requestError(workflowTypeDelete, gone, admin)).toMatchObject({
      code: 'object.in_use_by',
      params: { objects: 1 },
    })
    await server.request(set, { id, typecode: other } as never, operator)
    await server.request(workflowTypeDelete, gone, admin)
  }
})

test('classes stored by the system accept neither states nor types, with the reason', async () => {
  for (const of of ['transaction', 'reservation', 'command', 'account', 'record']) {
    const row = { id: null, class: of, code: 'odd' }
    const state = { ...row, label: 'Odd', statetypecode: 'enabled' as const }
    expect((await server.requestError(workflowStateSet, state, admin)).code).toBe('class.states_fixed')
    expect((await server.requestError(workflowTypeSet, row, admin)).code).toBe('class.types_fixed')
    expect(await server.request(workflowClassGet, { id: of }, admin)).toMatchObject({ fixed: true })
  }
  // nor a transition to a state that the row would never enter
  const of = { id: null, class: 'transaction' }
  const reopen = await server.request(
    workflowMethodSet,
    { ...of, actioncode: 'enable', code: 'reopen' },
    admin,
  )
  const { states } = await server.request(workflowClassGet, { id: 'transaction' }, admin)
  const [running, , finished] = states.map(({ id }) => id)
  const way = { ...of, methodid: reopen.id, stateid: finished, newstateid: running }
  const no = await server.requestError(workflowTransitionSet, way, admin)
  expect(no).toMatchObject({ code: 'class.transitions_fixed', field: 'class' })
  await server.request(workflowTransitionSet, { ...way, newstateid: finished }, admin)
})

test('events name functions of their own class only, and a code must not be a name of Object.prototype', async () => {
  const event = {
    id: null,
    class: 'card',
    actioncode: 'disable',
    kind: 'handler' as const,
    handler: 'station.close',
  }
  expect(await server.requestError(workflowEventSet, event, admin)).toMatchObject({
    status: 400,
    field: 'handler',
  })
  expect((await server.request(workflowClassGet, { id: 'charge_point' }, admin)).handlers).toEqual([
    'station.close',
    'station.wait',
  ])
  const state = {
    id: null,
    class: 'card',
    code: 'constructor',
    label: 'x',
    statetypecode: 'enabled' as const,
  }
  expect(await server.requestError(workflowStateSet, state, admin)).toMatchObject({
    status: 400,
    field: 'code',
  })
})

test('every user sees the custom labels of states, types and methods of built-in classes', async () => {
  const customLabels = async () =>
    (await server.request(classNames, {}, driver)).filter(({ classcode }) => classcode === 'card')
  const { states, types, methods } = await server.request(workflowClassGet, { id: 'card' }, admin)
  const blocked = states.find(({ code }) => code === 'disabled')!
  const rfid = types.find(({ code }) => code === 'rfid')!
  const disable = methods.find(({ code }) => code === 'disable')!
  const before = await customLabels()
  const relabel = (label: string, version_no: number) =>
    server.request(workflowStateSet, { id: blocked.id, version_no, label }, admin)
  const { version_no } = await relabel('Barred', blocked.version_no)
  await server.request(workflowTypeSet, { id: rfid.id, version_no: rfid.version_no, name: 'Tag' }, admin)
  await server.request(
    workflowMethodSet,
    { id: disable.id, version_no: disable.version_no, label: 'Bar' },
    admin,
  )
  const added = (await customLabels()).filter(
    (row) => !before.some(({ kind, code }) => kind === row.kind && code === row.code),
  )
  expect(added).toEqual([
    { kind: 'state', classcode: 'card', code: 'disabled', name: 'Barred' },
    { kind: 'type', classcode: 'card', code: 'rfid', name: 'Tag' },
    { kind: 'method', classcode: 'card', code: 'disable', name: 'Bar' },
  ])
  const card = await newCard()
  await server.request(cardAction, { id: card, action: 'disable' }, operator)
  expect(await server.request(cardGet, { id: card }, operator)).toMatchObject({
    statelabel: 'Barred',
    typename: 'Tag',
  })
  await relabel(blocked.label, version_no)
  expect((await customLabels()).filter(({ kind, code }) => kind === 'state' && code === 'disabled')).toEqual(
    [],
  )
})

test('a script of the class runs when a card is added or changed, and can prevent it', async () => {
  const event = { id: null, class: 'card', kind: 'script' as const }
  const short =
    "if (object.fields.code.length < 4) throw new Error('a code has four signs')\nsetLabel('made')"
  const { id } = await server.request(
    workflowEventSet,
    { ...event, actioncode: 'create', script: short },
    admin,
  )
  const no = await server.requestError(cardSet, { id: null, code: 'abc' }, operator)
  expect(no).toMatchObject({ code: 'script.failed_at', params: { line: 1, reason: 'a code has four signs' } })
  expect(await server.db.selectFrom('cards').select('id').where('code', '=', 'abc').execute()).toEqual([])
  const failure = server.db.selectFrom('event_log').select('text').where('code', '=', 'script')
  expect((await failure.execute()).map(({ text }) => text)).toEqual([no.message])
  const card = await newCard()
  expect(await server.request(cardGet, { id: card }, operator)).toMatchObject({ label: 'made' })
  await server.request(workflowEventDelete, { id }, admin)
})

test('scripts also run when a station is added, and when a station or connector is changed', async () => {
  const events = await Promise.all(
    [
      { class: 'charge_point', actioncode: 'create', script: "setLabel('made')" },
      {
        class: 'charge_point',
        actioncode: 'update',
        script: "if (object.label === 'x') throw new Error('no')",
      },
      { class: 'connector', actioncode: 'update', script: "setLabel(object.label + '!')" },
    ].map((event) => server.request(workflowEventSet, { id: null, kind: 'script', ...event }, admin)),
  )
  const { station } = await server.request(stationSet, { id: null, identity: 'CHANGED' }, operator)
  expect(station.label).toBe('made')
  const no = await server.requestError(stationSet, { id: station.id, label: 'x' }, operator)
  expect(no).toMatchObject({ code: 'script.failed_at', params: { reason: 'no' } })
  expect((await server.request(stationSet, { id: station.id }, operator)).station.label).toBe('made')
  const evse = { id: newId(), account_id: operator.accountId, station_id: station.id, evse_no: 1 }
  await server.db.insertInto('evses').values(evse).execute()
  const connector = await server.request(connectorSet, { id: evse.id, label: 'Bay' }, operator)
  expect(connector.label).toBe('Bay!')
  for (const { id } of events) await server.request(workflowEventDelete, { id }, admin)
})

test('a command that was queued over the API is queued for a script that is registered for it', async () => {
  const event = { id: null, class: 'command', actioncode: 'create', kind: 'script' as const }
  const { id } = await server.request(workflowEventSet, { ...event, script: 'log(object.state)' }, admin)
  const { station } = await server.request(stationSet, { id: null, identity: 'SCRIPTED' }, operator)
  const sent = { identities: [station.id], action: 'Reset', payload: { type: 'Soft' } }
  await server.request(commandSend, sent, operator)
  const runs = server.db.selectFrom('state_changes').select('action_code').where('class_code', '=', 'command')
  expect(await runs.execute()).toEqual([{ action_code: 'create' }])
  await server.request(workflowEventDelete, { id }, admin)
})
