import {
  cardList,
  cardSet,
  clientSet,
  classAccessSet,
  commandList,
  connectorList,
  type Endpoint,
  groupMemberAdd,
  groupSet,
  methodAccessSet,
  methodRun,
  reservationList,
  stationList,
  stationSet,
  transactionList,
  workflowClassGet,
  workflowStateSet,
  workflowTransitionSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { type FailureBody, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let viewers: Record<string, TestUser>
let station: string
let offlineStation: string
let socket: RawStation
let accountId: string

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  const operator = await server.user('operator')
  const limited = await server.user('limited')
  const driver = await server.user('driver', { interface: 'driver' })
  const reader = await server.user('reader')
  viewers = { operator, limited, reader, driver }
  accountId = operator.accountId
  const added = await server.request(
    stationSet,
    { id: null, identity: 'ONLINE', typecode: 'public' },
    operator,
  )
  station = added.station.id
  offlineStation = (await server.request(stationSet, { id: null, identity: 'OFFLINE' }, operator)).station.id
  socket = await RawStation.connect({
    url: server.url.replace('http', 'ws'),
    identity: 'ONLINE',
    key: added.key!,
  })
  socket.onCall = () => ({ status: 'Rejected' })
  await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await addStates()
  const group = (await server.request(groupSet, { id: null, code: 'limited' }, admin)).id
  await server.request(groupMemberAdd, { id: group, member: limited.id }, admin)
  for (const [of, method, deny] of [
    ['card', 'delete', { e: true }],
    ['charge_point', 'disable', { x: true }],
    ['connector', 'start', { x: true }],
    ['connector', 'reserve', { v: true }],
    ['reservation', 'cancel', { e: true }],
    ['transaction', 'resolve', { x: true }],
    ['command', 'cancel', { x: true }],
  ] as const)
    await server.request(methodAccessSet, { class: of, method, group, deny }, admin)
  const access = { class: 'command', user: reader.id, deny: { c: true } }
  await server.request(classAccessSet, access, admin)
})
afterAll(async () => {
  await socket?.close()
  await server.close()
})

/** Adds a state to each class that allows it, with the built-in method that leads out of it. */
async function addStates(): Promise<void> {
  for (const [of, method, to] of [
    ['card', 'enable', 'enabled'],
    ['charge_point', 'enable', 'unavailable'],
    ['connector', 'start', 'available'],
  ] as const) {
    const state = { id: null, class: of, code: 'added', label: 'Added', statetypecode: 'enabled' }
    const added = await server.request(workflowStateSet, state, admin)
    const { methods, states } = await server.request(workflowClassGet, { id: of }, admin)
    const methodid = methods.find(({ code }) => code === method)!.id
    const newstateid = states.find(({ code }) => code === to)!.id
    await server.request(
      workflowTransitionSet,
      { id: null, class: of, methodid, stateid: added.id, newstateid },
      admin,
    )
  }
}

type Methods = Record<string, string | null>

interface Subject {
  list: Endpoint
  /** Stores an object in a state; one function for each variant. */
  variants: Record<string, (state: string) => Promise<string>>
}

const card = async (state: string) => {
  const { id } = await server.request(cardSet, { id: null, code: newId().slice(-12) }, admin)
  await server.db.updateTable('cards').set({ state }).where('id', '=', id).execute()
  return id
}
const ofStation = async (state: string) => {
  const { station } = await server.request(stationSet, { id: null, identity: newId().slice(-12) }, admin)
  await server.db.updateTable('stations').set({ state }).where('id', '=', station.id).execute()
  return station.id
}
let lastNo = 0
const connector =
  (more: { of?: () => string; isAnnounced?: boolean; transaction?: number; isReserved?: boolean }) =>
  async (state: string) => {
    const id = newId()
    const evse_no = (lastNo += 1)
    const row = { id, account_id: accountId, station_id: more.of?.() ?? station, evse_no, state }
    await server.db
      .insertInto('evses')
      .values({
        ...row,
        is_announced: more.isAnnounced ?? true,
        transaction_number: more.transaction ?? null,
      })
      .execute()
    if (more.isReserved) await reservation({ evse_no })('active')
    return id
  }
let lastNumber = 0
const reservation =
  (more: { evse_no?: number; of?: () => string }) =>
  async (state: string): Promise<string> => {
    const id = newId()
    await server.db
      .insertInto('reservations')
      .values({
        id,
        number: (lastNumber += 1),
        account_id: accountId,
        station_id: more.of?.() ?? station,
        evse_no: more.evse_no ?? 1,
        id_tag: 'TAG',
        id_tag_folded: 'tag',
        state: state as 'active',
        starts_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute()
    return id
  }
const transaction = (isStoppable: boolean) => async (state: string) => {
  const id = newId()
  const number = (lastNumber += 1)
  const evse_no = (lastNo += 1)
  const at = { account_id: accountId, station_id: station, evse_no }
  await server.db
    .insertInto('evses')
    .values({ ...at, id: newId(), transaction_number: isStoppable ? number : null })
    .execute()
  await server.db
    .insertInto('transactions')
    .values({
      ...at,
      id,
      number,
      start_key: id,
      id_tag: 'TAG',
      id_tag_folded: 'tag',
      decision: 'Accepted',
      state: state as 'running',
      started_at: new Date(),
      meter_start_wh: 0,
      received_start_at: new Date(),
    })
    .execute()
  return id
}
const command = async (state: string) => {
  const id = newId()
  // a station has one sent command at most
  await server.db.deleteFrom('commands').execute()
  const of = { account_id: accountId, station_id: offlineStation, action: 'ClearCache' }
  await server.db
    .insertInto('commands')
    .values({
      ...of,
      id,
      run_id: newId(),
      request: '{}',
      state: state as 'queued',
      sent_at: null,
      expires_at: new Date(),
    })
    .execute()
  return id
}

const subjects: Record<string, Subject> = {
  card: { list: cardList, variants: { any: card } },
  charge_point: { list: stationList, variants: { any: ofStation } },
  connector: {
    list: connectorList,
    variants: {
      free: connector({}),
      charging: connector({ transaction: 7 }),
      reserved: connector({ isReserved: true }),
      unannounced: connector({ isAnnounced: false }),
      offline: connector({ of: () => offlineStation }),
    },
  },
  reservation: {
    list: reservationList,
    variants: { online: reservation({}), offline: reservation({ of: () => offlineStation }) },
  },
  transaction: {
    list: transactionList,
    variants: { stoppable: transaction(true), other: transaction(false) },
  },
  command: { list: commandList, variants: { any: command } },
}

// Proves O4, S4.1
test.each(
  Object.entries(subjects).flatMap(([of, { variants }]) =>
    Object.keys(variants).map((variant) => [of, variant] as const),
  ),
)(
  'the methods in rows of %s (%s) are those that the server runs',
  async (of, variant) => {
    const { list, variants } = subjects[of]!
    const model = await server.request(workflowClassGet, { id: of }, admin)
    const methods = model.methods.filter(({ visible }) => visible)
    const states = model.states.map(({ code }) => code)
    const few = ['available', 'reserved', 'faulted', 'added']
    const isConnector = of === 'connector' && variant !== 'free'
    for (const state of states.filter((code) => !isConnector || few.includes(code)))
      for (const [name, viewer] of Object.entries(viewers)) {
        // the right to send commands concerns requests to stations only
        if (name === 'reader' && of !== 'connector' && of !== 'reservation') continue
        const make = () => variants[variant]!(state)
        let id = await make()
        const rows = await server.call(list, { filter: { id, statecode: state } }, viewer)
        const [row] = rows.status === 200 ? (rows.body as { methods: Methods }[]) : []
        const shown = row?.methods ?? {}
        if (name === 'driver') expect(shown).toEqual({})
        for (const { code } of methods) {
          const params = code === 'start' || code === 'reserve' ? { card: 'TAG' } : {}
          const { status, body } = await server.call(methodRun, { id, code, params }, viewer)
          const error = status === 200 ? null : (body as unknown as FailureBody).error.code
          const what = `${name}: ${code} of ${of} in ${state}`
          if (code in shown) expect(error, what).toBe(shown[code])
          // a rule that only hides the button does not prevent the method
          else if (name !== 'limited' || code !== 'reserve') expect(error, what).not.toBeNull()
          if (error === null) id = await make()
        }
      }
  },
  120_000,
)

test('users of a client see reservations for its cards at other stations, and cannot cancel these', async () => {
  const operator = viewers['operator']!
  const { id: client } = await server.request(clientSet, { id: null, name: 'Fleet' }, operator)
  const user = await server.user('fiona')
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', user.id).execute()
  const owned = await server.request(cardSet, { id: null, code: 'FLEET-1', client }, operator)
  for (const [own, error] of [
    [false, 'station.not_found'],
    [true, null],
  ] as const) {
    const id = await reservation({})('active')
    await server.db.updateTable('reservations').set({ card_id: owned.id }).where('id', '=', id).execute()
    const to = own ? client : null
    await server.db.updateTable('stations').set({ client_id: to }).where('id', '=', station).execute()
    const [row] = await server.request(reservationList, { filter: { id } }, user)
    expect(row).toMatchObject({ identity: own ? 'ONLINE' : '', cardid: owned.id, methods: { cancel: error } })
    const { body } = await server.call(methodRun, { id, code: 'cancel' }, user)
    expect((body as unknown as Partial<FailureBody>).error?.code ?? null).toBe(error)
  }
})
