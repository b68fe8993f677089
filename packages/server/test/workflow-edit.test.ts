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
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const whole = (id: string) => server.request(workflowClassGet, { id }, admin)
const codes = (rows: { code: string }[]) => rows.map(({ code }) => code)

describe('the built-in classes', () => {
  test('are seeded under abstract roots, parents before children', async () => {
    const classes = await server.request(workflowClassList, {}, admin)
    expect(codes(classes)).toEqual([
      'object',
      'document',
      'card',
      'client',
      'client_group',
      'car',
      'site',
      'access_rule',
      'seller',
      'reference',
      'device',
      'charge_point',
      'connector',
      'record',
      'transaction',
      'reservation',
      'account',
      'command',
      'incident',
      'order',
      'tariff',
      'charge',
      'invoice',
      'payment',
    ])
    expect(classes.filter((row) => row.abstract).map(({ code }) => code)).toEqual([
      'object',
      'document',
      'reference',
      'device',
      'record',
    ])
  })

  test('inherit the states and methods of their ancestors', async () => {
    const card = await whole('card')
    expect(codes(card.ancestors)).toEqual(['object', 'document'])
    expect(codes(card.states)).toEqual(['created', 'enabled', 'disabled', 'lost', 'deleted'])
    expect(card.states.every(({ code, inherited }) => inherited === (code !== 'lost'))).toBe(true)
    expect(
      card.transitions
        .filter(({ methodcode }) => methodcode === 'enable')
        .map(({ statecode }) => statecode)
        .sort(),
    ).toEqual(['created', 'disabled', 'lost'])
    expect(codes(card.types)).toEqual(['rfid', 'credit', 'plastic'])
    const station = await whole('charge_point')
    expect(station.methods.filter(({ visible }) => !visible).map(({ code }) => code)).toEqual([
      'boot',
      'available',
      'unavailable',
      'faulted',
    ])
  })

  // Proves O3
  test('keep their rows: they can be renamed, nothing else', async () => {
    const [state] = (await whole('charge_point')).states
    const named = { id: state!.id, label: 'New', version_no: state!.version_no }
    expect(await server.request(workflowStateSet, named, admin)).toMatchObject({
      label: 'New',
      version_no: 2,
    })
    const bent = { id: state!.id, statetypecode: 'deleted', version_no: 2 }
    expect(await server.requestError(workflowStateSet, bent, admin)).toMatchObject({
      status: 400,
      field: 'statetypecode',
    })
    expect(await server.requestError(workflowStateDelete, { id: state!.id }, admin)).toMatchObject({
      status: 400,
    })
    expect(await server.requestError(workflowClassDelete, { id: 'card' }, admin)).toMatchObject({
      status: 400,
    })
    const below = { id: null, code: 'kiosk', parentcode: 'charge_point' }
    expect(await server.requestError(workflowClassSet, below, admin)).toMatchObject({ field: 'parentcode' })
    const fixed = { id: null, class: 'transaction', code: 'lost', statetypecode: 'disabled' }
    expect(await server.requestError(workflowStateSet, fixed, admin)).toMatchObject({ field: 'class' })
  })

  test('transitions of reported states cannot be changed', async () => {
    const { states, methods } = await whole('connector')
    const state = (code: string) => states.find((row) => row.code === code)!.id
    const body = {
      id: null,
      class: 'connector',
      stateid: state('disabled'),
      methodid: methods.find(({ code }) => code === 'charging')!.id,
      newstateid: state('faulted'),
    }
    expect(await server.requestError(workflowTransitionSet, body, admin)).toMatchObject({ field: 'methodid' })
  })
})

describe('a state that objects are in', () => {
  // Proves O3
  test('is not removed, and the refusal gives their number', async () => {
    const added = { id: null, class: 'card', code: 'stolen', label: 'Stolen', statetypecode: 'disabled' }
    const stolen = await server.request(workflowStateSet, added, admin)
    const card = await server.request(cardSet, { id: null, code: 'STOLEN-1' }, admin)
    await server.db.updateTable('cards').set({ state: 'stolen' }).where('id', '=', card.id).execute()
    expect(await server.requestError(workflowStateDelete, { id: stolen.id }, admin)).toMatchObject({
      status: 400,
      code: 'object.in_use_by',
      params: { objects: 1 },
    })
    await server.db.updateTable('cards').set({ state: 'enabled' }).where('id', '=', card.id).execute()
    await server.request(workflowStateDelete, { id: stolen.id }, admin)
    const left = await server.request(workflowStateList, { class: 'card' }, admin)
    expect(codes(left)).not.toContain('stolen')
  })
})

describe('two administrators at the same time', () => {
  // Proves O3
  test('the second gets a conflict, and no change is lost', async () => {
    const made = await server.request(
      workflowClassSet,
      { id: null, code: 'tool', parentcode: 'object' },
      admin,
    )
    const change = (name: string) => ({ id: 'tool', name, version_no: made.version_no })
    const replies = await Promise.all(
      ['Drill', 'Hammer'].map((name) => server.call(workflowClassSet, change(name), admin)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = replies.find(({ status }) => status === 200)!.body.name
    expect((await whole('tool')).class).toMatchObject({ name: winner, version_no: 2 })
    const blind = await server.requestError(workflowClassSet, { id: 'tool', name: 'Saw' }, admin)
    expect(blind).toMatchObject({ status: 400, field: 'version_no' })
    const stale = await server.requestError(workflowClassDelete, { id: 'tool', version_no: 1 }, admin)
    expect(stale.status).toBe(409)
    await server.request(workflowClassDelete, { id: 'tool', version_no: 2 }, admin)
  })
})

describe('an added class', () => {
  // Proves S3.14
  test('accepts what belongs together and refuses the rest', async () => {
    await server.request(
      workflowClassSet,
      { id: null, code: 'lamp', parentcode: 'reference', name: 'Lamp' },
      admin,
    )
    await server.request(workflowActionSet, { id: null, code: 'dim', label: 'Dim' }, admin)
    const type = await server.request(workflowTypeSet, { id: null, class: 'lamp', code: 'led' }, admin)
    expect(type).toMatchObject({ name: 'led', classcode: 'lamp', system: false })
    const method = await server.request(
      workflowMethodSet,
      { id: null, class: 'lamp', actioncode: 'dim', visible: true },
      admin,
    )
    expect(method).toMatchObject({ code: 'dim', label: 'Dim', statecode: null })
    const { states } = await whole('lamp')
    const foreign = (await whole('connector')).states[0]!.id
    const way = { id: null, class: 'lamp', methodid: method.id, newstateid: states[2]!.id }
    expect(
      await server.requestError(workflowTransitionSet, { ...way, newstateid: foreign }, admin),
    ).toMatchObject({
      field: 'newstateid',
    })
    expect(await server.request(workflowTransitionSet, way, admin)).toMatchObject({
      newstatecode: 'disabled',
    })
    expect(await server.requestError(workflowTransitionSet, way, admin)).toMatchObject({ status: 409 })
    const event = { id: null, class: 'lamp', actioncode: 'dim' }
    expect(
      await server.requestError(workflowEventSet, { ...event, kind: 'handler', handler: 'nobody' }, admin),
    ).toMatchObject({ field: 'handler' })
    expect(await server.requestError(workflowEventSet, { ...event, kind: 'script' }, admin)).toMatchObject({
      field: 'script',
    })
    await server.request(
      workflowEventSet,
      { ...event, kind: 'script', script: 'object.setLabel("x")' },
      admin,
    )
    const events = await server.request(workflowEventList, { class: 'lamp' }, admin)
    expect(events).toMatchObject([{ kind: 'script', handler: null, enabled: true, classcode: 'lamp' }])
    expect(await server.requestError(workflowActionDelete, { id: 'dim' }, admin)).toMatchObject({
      status: 400,
    })
    await server.request(workflowTypeDelete, { id: type.id }, admin)
    await server.request(workflowClassDelete, { id: 'lamp' }, admin)
    await server.request(workflowActionDelete, { id: 'dim' }, admin)
  })

  test('missing rows are reported as not found', async () => {
    expect(await server.requestError(workflowClassGet, { id: 'nothing' }, admin)).toMatchObject({
      status: 404,
    })
    const body = { id: newId(), label: 'x', version_no: 1 }
    expect(await server.requestError(workflowStateSet, body, admin)).toMatchObject({ status: 404 })
    expect(
      await server.requestError(
        workflowClassSet,
        { id: null, code: 'Bad code', parentcode: 'object' },
        admin,
      ),
    ).toMatchObject({ status: 400, field: 'code' })
  })
})
