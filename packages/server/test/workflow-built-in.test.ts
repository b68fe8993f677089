import {
  cardAction,
  cardCan,
  cardGet,
  cardMethod,
  cardSet,
  connectorMethod,
  methodRun,
  stationCan,
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
import { type Person, WebHouse } from './web-house.ts'

let house: WebHouse
let admin: Person
let operator: Person
let driver: Person
beforeAll(async () => {
  house = await WebHouse.open()
  admin = await house.signIn('admin')
  operator = await house.person('operator')
  driver = await house.person('driver', { interface: 'driver' })
})
afterAll(() => house.close())

const offered = (rows: { code: string }[]) => rows.map(({ code }) => code).sort()
const newCard = async () => (await house.ask(cardSet, { id: null, code: newId().slice(-12) }, operator)).id
const newStation = async () =>
  (await house.ask(stationSet, { id: null, identity: `CP-${newId().slice(-12)}` }, operator)).station.id

describe('what people may do with built-in objects follows from the tables', () => {
  test('as the contract and the console have it', async () => {
    for (const [classCode, can, row, make] of [
      ['card', cardCan, cardMethod, newCard],
      ['charge_point', stationCan, stationMethod, newStation],
    ] as const) {
      const id = await make()
      const { states } = await house.ask(workflowClassGet, { id: classCode }, admin)
      for (const { code: state } of states) {
        const table = classCode === 'card' ? 'cards' : 'stations'
        await house.db.updateTable(table).set({ state }).where('id', '=', id).execute()
        const allowed = Object.entries(can).filter(([, from]) => (from as readonly string[]).includes(state))
        const rows = await house.ask(row, { id }, operator)
        expect(offered(rows), `${classCode} ${state}`).toEqual(allowed.map(([action]) => action).sort())
      }
    }
  })

  test('and is run by the call of any object, with the same refusals', async () => {
    const card = await newCard()
    const ran = await house.ask(methodRun, { id: card, code: 'disable' }, operator)
    expect(ran).toEqual({ object: card, method: 'disable', action: 'disable', newstate: 'disabled' })
    const words = {
      code: 'not-possible',
      message: 'A card that is disabled cannot be blocked',
      field: 'action',
    }
    expect(await house.refused(methodRun, { id: card, code: 'disable' }, operator)).toMatchObject(words)
    expect(await house.refused(cardAction, { id: card, action: 'disable' }, operator)).toMatchObject(words)
    expect(await house.refused(methodRun, { id: card, code: 'enable' }, driver)).toMatchObject({
      status: 404,
    })
    expect(await house.refused(methodRun, { id: newId(), code: 'enable' }, operator)).toMatchObject({
      status: 404,
    })
    const both = { id: card, code: 'enable', method: newId() }
    expect(await house.refused(methodRun, both, operator)).toMatchObject({ status: 400, field: 'method' })
    const station = await newStation()
    await house.ask(methodRun, { id: station, code: 'disable' }, operator)
    const back = await house.ask(methodRun, { id: station, code: 'enable' }, operator)
    expect(back.newstate).toBe('created')
  })

  test('what stations tell is run by nobody', async () => {
    const station = await newStation()
    expect(await house.refused(methodRun, { id: station, code: 'faulted' }, admin)).toMatchObject({
      status: 403,
      message: 'Only the system runs this method',
    })
  })

  test('what a connector is asked goes to its station, when all is written down', async () => {
    const station = await newStation()
    const id = newId()
    const account_id = await house.firstAccount()
    await house.db
      .insertInto('connectors')
      .values({ id, account_id, station_id: station, connector_no: 1, state: 'available' })
      .execute()
    expect(offered(await house.ask(connectorMethod, { id }, operator))).toEqual(['reserve', 'start'])
    const wrong = { id, code: 'start', params: { card: 7 } }
    expect(await house.refused(methodRun, wrong, operator)).toMatchObject({ status: 400, field: 'params' })
    const asked = await house.ask(methodRun, { id, code: 'start', params: { card: 'TAG' } }, operator)
    expect(asked).toMatchObject({ newstate: 'available', outcome: { state: 'failed' } })
    const commands = await house.db
      .selectFrom('commands')
      .select('action')
      .where('station_id', '=', station)
      .execute()
    expect(commands).toEqual([{ action: 'RemoteStartTransaction' }])
  })
})

test('a built-in class takes states, methods and scripts of an administrator', async () => {
  const of = { id: null, class: 'card' }
  const lost = await house.ask(
    workflowStateSet,
    { ...of, code: 'lost', label: 'Lost', statetypecode: 'disabled' },
    admin,
  )
  await house.ask(workflowActionSet, { id: null, code: 'lose_card', label: 'Lose' }, admin)
  const lose = await house.ask(workflowMethodSet, { ...of, actioncode: 'lose_card', code: 'lost' }, admin)
  const { states } = await house.ask(workflowClassGet, { id: 'card' }, admin)
  const enabled = states.find(({ code }) => code === 'enabled')!.id
  const way = { ...of, stateid: enabled, methodid: lose.id, newstateid: lost.id }
  await house.ask(workflowTransitionSet, way, admin)
  const script = "setLabel('lost by ' + params.who)\nnotice('operator', 'A card is lost')"
  await house.ask(workflowEventSet, { ...of, actioncode: 'lose_card', kind: 'script', script }, admin)
  const card = await newCard()
  expect(offered(await house.ask(cardMethod, { id: card }, operator))).toContain('lost')
  await house.ask(methodRun, { id: card, code: 'lose_card', params: { who: 'me' } }, operator)
  const shown = await house.ask(cardGet, { id: card }, operator)
  expect(shown).toMatchObject({
    statecode: 'lost',
    statetypecode: 'disabled',
    verdict: 'Blocked',
    label: 'lost by me',
  })
  const notices = await house.db.selectFrom('notices').select(['text', 'object_id']).execute()
  expect(notices).toEqual([{ text: 'A card is lost', object_id: card }])
  expect(offered(await house.ask(cardMethod, { id: card }, operator))).toEqual([])
})
