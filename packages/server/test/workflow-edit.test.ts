import {
  cardSet,
  workflowActionDelete,
  workflowActionSet,
  workflowClassDelete,
  workflowClassGet,
  workflowClassList,
  workflowClassSet,
  workflowEventList,
  workflowEventSet,
  workflowMethodSet,
  workflowStateDelete,
  workflowStateList,
  workflowStateSet,
  workflowTransitionSet,
  workflowTypeDelete,
  workflowTypeSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type Person, TestServer } from './test-server.ts'

let house: TestServer
let admin: Person
beforeAll(async () => {
  house = await TestServer.open()
  admin = await house.signIn('admin')
})
afterAll(() => house.close())

const whole = (id: string) => house.ask(workflowClassGet, { id }, admin)
const codes = (rows: { code: string }[]) => rows.map(({ code }) => code)

describe('the built-in classes', () => {
  test('are seeded under abstract roots, parents before children', async () => {
    const classes = await house.ask(workflowClassList, {}, admin)
    expect(codes(classes)).toEqual([
      'object',
      'document',
      'card',
      'reference',
      'device',
      'charge_point',
      'connector',
      'record',
      'transaction',
      'reservation',
      'account',
      'command',
    ])
    expect(classes.filter((row) => row.abstract).map(({ code }) => code)).toEqual([
      'object',
      'document',
      'reference',
      'device',
      'record',
    ])
  })

  test('inherit the life of their ancestors', async () => {
    const card = await whole('card')
    expect(codes(card.ancestors)).toEqual(['object', 'document'])
    expect(codes(card.states)).toEqual(['created', 'enabled', 'disabled', 'deleted'])
    expect(card.states.every((state) => state.inherited && state.classcode === 'object')).toBe(true)
    expect(
      card.transitions
        .filter(({ methodcode }) => methodcode === 'enable')
        .map(({ statecode }) => statecode)
        .sort(),
    ).toEqual(['created', 'disabled'])
    expect(codes(card.types)).toEqual(['rfid', 'credit', 'plastic'])
    const station = await whole('charge_point')
    expect(station.methods.filter(({ visible }) => !visible).map(({ code }) => code)).toEqual([
      'boot',
      'available',
      'unavailable',
      'faulted',
    ])
  })

  test('keep what they have: it can be named anew, nothing else', async () => {
    const [state] = (await whole('charge_point')).states
    const named = { id: state!.id, label: 'New', version_no: state!.version_no }
    expect(await house.ask(workflowStateSet, named, admin)).toMatchObject({ label: 'New', version_no: 2 })
    const bent = { id: state!.id, statetypecode: 'deleted', version_no: 2 }
    expect(await house.refused(workflowStateSet, bent, admin)).toMatchObject({
      status: 400,
      field: 'statetypecode',
    })
    expect(await house.refused(workflowStateDelete, { id: state!.id }, admin)).toMatchObject({ status: 400 })
    expect(await house.refused(workflowClassDelete, { id: 'card' }, admin)).toMatchObject({ status: 400 })
    const below = { id: null, code: 'kiosk', parentcode: 'charge_point' }
    expect(await house.refused(workflowClassSet, below, admin)).toMatchObject({ field: 'parentcode' })
    const fixed = { id: null, class: 'transaction', code: 'lost', statetypecode: 'disabled' }
    expect(await house.refused(workflowStateSet, fixed, admin)).toMatchObject({ field: 'class' })
  })

  test('what a station tells is not led elsewhere', async () => {
    const { states, methods } = await whole('connector')
    const state = (code: string) => states.find((row) => row.code === code)!.id
    const body = {
      id: null,
      class: 'connector',
      stateid: state('disabled'),
      methodid: methods.find(({ code }) => code === 'charging')!.id,
      newstateid: state('faulted'),
    }
    expect(await house.refused(workflowTransitionSet, body, admin)).toMatchObject({ field: 'methodid' })
  })
})

describe('a state in which objects stand', () => {
  test('is not removed, and the refusal says how many they are', async () => {
    const added = { id: null, class: 'card', code: 'lost', label: 'Lost', statetypecode: 'disabled' }
    const lost = await house.ask(workflowStateSet, added, admin)
    const card = await house.ask(cardSet, { id: null, code: 'LOST-1' }, admin)
    await house.db.updateTable('cards').set({ state: 'lost' }).where('id', '=', card.id).execute()
    expect(await house.refused(workflowStateDelete, { id: lost.id }, admin)).toMatchObject({
      status: 400,
      code: 'in_use_by_objects',
      message: '1 object stands in this state',
      params: { objects: 1 },
    })
    await house.db.updateTable('cards').set({ state: 'enabled' }).where('id', '=', card.id).execute()
    await house.ask(workflowStateDelete, { id: lost.id }, admin)
    const left = await house.ask(workflowStateList, { class: 'card' }, admin)
    expect(codes(left)).not.toContain('lost')
  })
})

describe('two administrators at once', () => {
  test('the second gets a conflict, and no change is lost', async () => {
    const made = await house.ask(workflowClassSet, { id: null, code: 'tool', parentcode: 'object' }, admin)
    const change = (name: string) => ({ id: 'tool', name, version_no: made.version_no })
    const replies = await Promise.all(
      ['Drill', 'Hammer'].map((name) => house.call(workflowClassSet, change(name), admin)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = replies.find(({ status }) => status === 200)!.body.name
    expect((await whole('tool')).class).toMatchObject({ name: winner, version_no: 2 })
    const blind = await house.refused(workflowClassSet, { id: 'tool', name: 'Saw' }, admin)
    expect(blind).toMatchObject({ status: 400, field: 'version_no' })
    const stale = await house.refused(workflowClassDelete, { id: 'tool', version_no: 1 }, admin)
    expect(stale.status).toBe(409)
    await house.ask(workflowClassDelete, { id: 'tool', version_no: 2 }, admin)
  })
})

describe('a class of one’s own', () => {
  test('takes what belongs together and refuses the rest', async () => {
    await house.ask(
      workflowClassSet,
      { id: null, code: 'lamp', parentcode: 'reference', name: 'Lamp' },
      admin,
    )
    await house.ask(workflowActionSet, { id: null, code: 'dim', label: 'Dim' }, admin)
    const type = await house.ask(workflowTypeSet, { id: null, class: 'lamp', code: 'led' }, admin)
    expect(type).toMatchObject({ name: 'led', classcode: 'lamp', system: false })
    const method = await house.ask(
      workflowMethodSet,
      { id: null, class: 'lamp', actioncode: 'dim', visible: true },
      admin,
    )
    expect(method).toMatchObject({ code: 'dim', label: 'Dim', statecode: null })
    const { states } = await whole('lamp')
    const foreign = (await whole('connector')).states[0]!.id
    const way = { id: null, class: 'lamp', methodid: method.id, newstateid: states[2]!.id }
    expect(await house.refused(workflowTransitionSet, { ...way, newstateid: foreign }, admin)).toMatchObject({
      field: 'newstateid',
    })
    expect(await house.ask(workflowTransitionSet, way, admin)).toMatchObject({ newstatecode: 'disabled' })
    expect(await house.refused(workflowTransitionSet, way, admin)).toMatchObject({ status: 409 })
    const event = { id: null, class: 'lamp', actioncode: 'dim' }
    expect(
      await house.refused(workflowEventSet, { ...event, kind: 'handler', handler: 'nobody' }, admin),
    ).toMatchObject({ field: 'handler' })
    expect(await house.refused(workflowEventSet, { ...event, kind: 'script' }, admin)).toMatchObject({
      field: 'script',
    })
    await house.ask(workflowEventSet, { ...event, kind: 'script', script: 'object.setLabel("x")' }, admin)
    const events = await house.ask(workflowEventList, { class: 'lamp' }, admin)
    expect(events).toMatchObject([{ kind: 'script', handler: null, enabled: true, classcode: 'lamp' }])
    expect(await house.refused(workflowActionDelete, { id: 'dim' }, admin)).toMatchObject({ status: 400 })
    await house.ask(workflowTypeDelete, { id: type.id }, admin)
    await house.ask(workflowClassDelete, { id: 'lamp' }, admin)
    await house.ask(workflowActionDelete, { id: 'dim' }, admin)
  })

  test('what is not there is said to be', async () => {
    expect(await house.refused(workflowClassGet, { id: 'nothing' }, admin)).toMatchObject({ status: 404 })
    const body = { id: newId(), label: 'x', version_no: 1 }
    expect(await house.refused(workflowStateSet, body, admin)).toMatchObject({ status: 404 })
    expect(
      await house.refused(workflowClassSet, { id: null, code: 'Bad code', parentcode: 'object' }, admin),
    ).toMatchObject({ status: 400, field: 'code' })
  })
})
