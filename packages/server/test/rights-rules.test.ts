import {
  accessExplain,
  type AnswerOf,
  type BodyOf,
  cardAction,
  cardCount,
  cardGet,
  cardList,
  cardSet,
  classAccessList,
  classAccessSet,
  classList,
  classLetters,
  commandSend,
  type Endpoint,
  groupMemberAdd,
  groupSet,
  liveTicket,
  methodRun,
  objectCount,
  objectGet,
  objectList,
  objectSet,
  workflowClassSet,
  workflowTypeSet,
  methodAccessList,
  methodAccessSet,
  objectAccessList,
  objectAccessSet,
  search,
  stationGet,
  stationList,
  stationSet,
} from '@stationmaster/contract'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let person: TestUser
let readers: string
let keepers: string
let card: string
let other: string

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  person = await server.user('rita')
  readers = await group('readers')
  keepers = await group('keepers')
  card = await addCard('RITA1')
  other = await addCard('RITA2')
})
afterAll(() => server.close())

async function group(code: string): Promise<string> {
  const { id } = await server.request(groupSet, { id: null, code }, admin)
  await server.request(groupMemberAdd, { id, member: person.id }, admin)
  return id
}
const addCard = async (code: string): Promise<string> =>
  ((await server.request(cardSet, { id: null, code }, admin)) as AnswerOf<typeof cardGet>).id
const setClass = (body: BodyOf<typeof classAccessSet>) => server.request(classAccessSet, body, admin)
const setObject = (body: Omit<BodyOf<typeof objectAccessSet>, 'class'> & { class?: string }) =>
  server.request(objectAccessSet, { class: 'card', ...body }, admin)
const status = async (row: Endpoint, body: Record<string, unknown>, who = person) =>
  (await server.call(row, body, who)).status
/** Lets the cached access of callers expire, which is used for a few seconds. */
const later = () => server.clock.forward(6_000)
const changes = async () =>
  (
    await server.fresh.pool.query<{ class_code: string; label: string; before: object; after: object }>(
      "select class_code, label, before, after from audit_log where kind = 'right' order by id",
    )
  ).rows

describe('a rule for a class', () => {
  // Proves A8, S3.14, S6.4
  test('is inherited by the classes below, replaces exceptions, and returns what it changed', async () => {
    await setObject({ id: card, group: readers, deny: { u: true } })
    await setObject({ id: other, group: readers, deny: { u: true } })
    await setObject({ id: other, group: keepers, deny: { d: true } })
    const body = { class: 'document', group: readers, allow: { a: true }, deny: { d: true } }
    const wanted = { ...body, recursive: true, objectset: true }

    const rehearsal = await setClass({ ...wanted, dryrun: true })
    expect(rehearsal).toEqual({
      rights: [],
      classes: ['document', 'access_rule', 'car', 'card', 'client', 'client_group', 'seller', 'site'],
      objects: 2,
    })
    expect(await server.request(objectAccessList, { class: 'card', group: readers }, admin)).toHaveLength(2)

    const before = (await changes()).length
    expect(await setClass(wanted)).toMatchObject({
      classes: ['document', 'access_rule', 'car', 'card', 'client', 'client_group', 'seller', 'site'],
      objects: 2,
    })
    expect(await server.request(classAccessList, { class: 'card' }, admin)).toMatchObject([
      { classcode: 'card', fromclass: 'document', subjectcode: 'readers', deny: { d: true, u: false } },
    ])
    expect(await server.request(objectAccessList, { class: 'card', group: readers }, admin)).toEqual([])
    expect(await server.request(objectAccessList, { class: 'card', group: keepers }, admin)).toHaveLength(1)
    expect((await changes()).slice(before)).toMatchObject([
      { class_code: 'document', label: 'document · group readers', after: { allow: 'a', deny: 'd' } },
      { class_code: 'access_rule', label: 'access_rule · group readers' },
      { class_code: 'car', label: 'car · group readers' },
      { class_code: 'card', label: 'card · group readers', before: { allow: '', deny: '' } },
      { class_code: 'client', label: 'client · group readers' },
      { class_code: 'client_group', label: 'client_group · group readers' },
      { class_code: 'seller', label: 'seller · group readers' },
      { class_code: 'site', label: 'site · group readers' },
      { class_code: 'card', label: 'RITA1 · group readers', before: { deny: 'u' }, after: { deny: '' } },
      { class_code: 'card', label: 'RITA2 · group readers' },
    ])
    // the same rule again changes nothing and is not recorded
    expect(await setClass(wanted)).toMatchObject({ classes: [], objects: 0 })
    expect(await changes()).toHaveLength(before + 10)

    await expect.poll(() => status(cardAction, { id: card, action: 'delete' })).toBe(403)
    await setClass({ class: 'document', group: readers, recursive: true })
    await setObject({ id: other, group: keepers })
    await expect.poll(() => status(cardSet, { id: card, label: 'mine' })).toBe(200)
  })

  test('refuses a class that does not exist', async () => {
    expect(await server.requestError(classAccessSet, { class: 'none', group: readers }, admin)).toMatchObject(
      {
        status: 404,
        field: 'class',
      },
    )
  })
})

describe('a rule for one object', () => {
  // Proves A8, S6.4
  test('that hides it removes it from lists, counts and searches, and refuses requests that name it', async () => {
    expect(await status(cardGet, { id: card })).toBe(200)
    // one group allows it, the other denies it: the denial wins
    await setObject({ id: card, group: readers, deny: { s: true } })
    await setObject({ id: card, group: keepers, allow: { s: true, u: true, d: true } })
    await expect.poll(() => status(cardGet, { id: card })).toBe(404)
    expect((await server.request(cardList, {}, person)).map(({ code }) => code)).toEqual(['RITA2'])
    expect(await server.request(cardCount, {}, person)).toEqual({ count: 1 })
    expect(await server.request(search, { text: 'RITA1' }, person)).toEqual([])
    expect(await server.request(search, { text: 'RITA2' }, person)).toHaveLength(1)
    for (const [row, body] of [
      [cardSet, { label: 'mine' }],
      [cardAction, { action: 'delete' }],
    ] as const)
      expect(await server.requestError(row, { id: card, ...body }, person)).toEqual({
        ...(await server.requestError(row, { id: newId(), ...body }, person)),
        correlation: expect.any(String) as string,
      })
    expect(await server.request(cardCount, {}, admin)).toEqual({ count: 2 })
    for (const id of [readers, keepers]) await setObject({ id: card, group: id })
    await expect.poll(() => status(cardGet, { id: card })).toBe(200)
  })

  test('may leave it visible and prevent changes', async () => {
    await setObject({ id: card, user: person.id, deny: { u: true } })
    await expect.poll(() => status(cardSet, { id: card, label: 'mine' })).toBe(403)
    expect(await status(cardGet, { id: card })).toBe(200)
    expect(await status(cardSet, { id: other, label: 'mine' })).toBe(200)
    await setObject({ id: card, user: person.id })
    await expect.poll(() => status(cardSet, { id: card, label: 'mine' })).toBe(200)
  })

  test('prevents commands to a station, and ends its hints on an open connection within seconds', async () => {
    const { station } = await server.request(stationSet, { id: null, identity: 'RITA-CP' }, admin)
    const { ticket } = await server.request(liveTicket, {}, person)
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
    const messages: string[] = []
    socket.on('message', (data) => messages.push(String(data)))
    await once(socket, 'message')
    socket.send(JSON.stringify({ type: 'watch', stations: [station.id] }))
    const reading = {
      station: station.id,
      connectorid: 1,
      transactionid: 1,
      at: 0,
      power: 1,
      energy: 1,
      soc: 1,
    }
    const receivesReadings = async () => {
      messages.length = 0
      server.app.live.readings([reading])
      await server.request(cardCount, {}, admin)
      return messages.some((text) => text.includes('"readings"'))
    }
    await expect.poll(receivesReadings).toBe(true)
    await setObject({ class: 'charge_point', id: station.id, user: person.id, deny: { s: true } })
    await expect.poll(() => status(stationGet, { id: station.id })).toBe(404)
    expect(await server.request(stationList, {}, person)).toEqual([])
    const command = { identities: ['RITA-CP'], action: 'ClearCache', payload: {} }
    expect(await status(commandSend, command)).toBe(404)
    await expect.poll(receivesReadings).toBe(false)
    await setObject({ class: 'charge_point', id: station.id, user: person.id })
    await expect.poll(() => status(stationGet, { id: station.id })).toBe(200)
    socket.close()
  })

  test('refuses an object that does not exist', async () => {
    const body = { class: 'card', id: newId(), group: readers, deny: { s: true } }
    expect(await server.requestError(objectAccessSet, body, admin)).toMatchObject({
      status: 404,
      field: 'id',
    })
  })
})

describe('objects of a class that an administrator added', () => {
  test('are hidden by default, opened by rules, and then hidden one by one', async () => {
    await server.request(
      workflowClassSet,
      { id: null, code: 'tool', parentcode: 'document', name: 'Tool' },
      admin,
    )
    await server.request(workflowTypeSet, { id: null, class: 'tool', code: 'drill', name: 'Drill' }, admin)
    const make = async (label: string) =>
      (await server.request(objectSet, { id: null, class: 'tool', typecode: 'drill', label }, admin)).id
    const [one, two] = [await make('one'), await make('two')]
    const seen = async () => (await server.request(objectList, {}, person)).map(({ label }) => label).sort()
    expect(await seen()).toEqual([])
    // a single object visible, then all but one
    await setClass({ class: 'tool', group: readers, allow: { a: true } })
    await setObject({ class: 'tool', id: one, group: readers, allow: { s: true } })
    await expect.poll(seen).toEqual(['one'])
    await setClass({ class: 'tool', group: readers, allow: { a: true, s: true, u: true } })
    await setObject({ class: 'tool', id: one, group: keepers, deny: { u: true } })
    await setObject({ class: 'tool', id: two, group: keepers, deny: { s: true } })
    await expect.poll(() => status(objectGet, { id: two })).toBe(404)
    expect(await seen()).toEqual(['one'])
    expect(await server.request(objectCount, {}, person)).toEqual({ count: 1 })
    expect(await status(objectSet, { id: one, label: 'mine' })).toBe(403)
    expect(await status(methodRun, { id: one, code: 'enable' })).toBe(403)
    expect(await status(methodRun, { id: two, code: 'enable' })).toBe(404)
    const why = { user: person.id, class: 'tool', method: 'enable', object: one }
    const { letters } = await server.request(accessExplain, why, admin)
    expect(letters.find(({ letter }) => letter === 'x')).toMatchObject({
      may: false,
      by: 'u',
      rule: { effect: 'deny', level: 'object', subjectcode: 'keepers' },
    })
    // applied to objects, the rule of the class replaces the exceptions of both groups
    for (const group of [readers, keepers])
      await setClass({ class: 'tool', group, allow: { a: true, s: true, u: true }, objectset: true })
    await expect.poll(() => status(methodRun, { id: two, code: 'enable' })).toBe(200)
    expect(await seen()).toEqual(['one', 'two'])
  })
})

describe('a rule for a method', () => {
  // Proves S6.4
  test('applies to the class and those below, and is explained', async () => {
    const explained = async (method: string) =>
      (await server.request(accessExplain, { user: person.id, class: 'card', method }, admin)).letters
        .filter(({ letter }) => 'xve'.includes(letter))
        .map(({ letter, may, reason, rule }) => `${letter} ${may} ${reason} ${rule?.classcode ?? ''}`)
    expect(await explained('enable')).toEqual(['x true default ', 'v true default ', 'e true default '])
    const set = { class: 'object', method: 'enable', group: readers, deny: { x: true } }
    expect(await server.request(methodAccessSet, set, admin)).toMatchObject([
      { classcode: 'object', methodcode: 'enable', subjectcode: 'readers', deny: { x: true, v: false } },
    ])
    expect(await explained('enable')).toEqual([
      'x false rule object',
      'v true default ',
      'e false rule object',
    ])
    expect(await server.request(methodAccessList, { class: 'card' }, admin)).toHaveLength(1)
    await server.request(methodAccessSet, { ...set, class: 'card', deny: {}, allow: { x: true } }, admin)
    expect(await explained('enable')).toEqual(['x true rule card', 'v true default ', 'e true default '])
    expect(await server.requestError(methodAccessSet, { ...set, method: 'fly' }, admin)).toMatchObject({
      status: 404,
      field: 'method',
    })
    for (const code of ['card', 'object'])
      await server.request(methodAccessSet, { ...set, class: code, deny: {} }, admin)
  })
})

const explain = async (more: { object?: string; user?: string } = {}) =>
  (await server.request(accessExplain, { user: person.id, class: 'card', ...more }, admin)).letters

describe('the explanation', () => {
  test('covers administrators, the interface, and objects of another account', async () => {
    expect(new Set((await explain({ user: admin.id })).map(({ reason }) => reason))).toEqual(
      new Set(['administrator']),
    )
    const driver = await server.user('dora', { interface: 'driver' })
    expect((await explain({ user: driver.id })).map(({ letter, may }) => may && letter)).toEqual([
      'a',
      'c',
      's',
      'u',
      false,
    ])
    // a card without an owner is not visible to a driver
    expect((await explain({ user: driver.id, object: card })).map(({ reason }) => reason)).toEqual(
      Array(3).fill('scope'),
    )
    const stranger = await server.user('otto', { accountId: await server.addAccount('otto-inc') })
    expect((await explain({ user: stranger.id, object: card }))[0]).toMatchObject({
      may: false,
      reason: 'scope',
    })
    expect((await server.requestError(accessExplain, { user: newId(), class: 'card' }, admin)).field).toBe(
      'user',
    )
  })

  // Proves A8
  test('matches the actual access, for random rules of two groups and a user', async () => {
    const random = randomFrom(7)
    const some = (letters: readonly string[], chance: number) =>
      Object.fromEntries(letters.filter(() => random() < chance).map((letter) => [letter, true]))
    const subjects = [{ group: readers }, { group: keepers }, { user: person.id }]
    for (let run = 0; run < 12; run++) {
      const target = await addCard(`RANDOM${run}`)
      for (const subject of subjects) {
        await setClass({
          class: 'card',
          ...subject,
          allow: some(classLetters, 0.3),
          deny: some(classLetters, 0.1),
        })
        const deny = some(['s', 'u', 'd'], 0.2)
        await setObject({ id: target, ...subject, allow: some(['s', 'u', 'd'], 0.2), deny })
      }
      later()
      const ofClass = Object.fromEntries((await explain()).map(({ letter, may }) => [letter, may]))
      const ofObject = Object.fromEntries(
        (await explain({ object: target })).map(({ letter, may }) => [letter, may]),
      )
      const explanation = JSON.stringify({ run, ofClass, ofObject })
      const isIn = async () =>
        (await server.call(cardList, { filter: { id: target } }, person)).body as unknown as object[]
      expect(await status(cardSet, { id: null, code: `MADE${run}` }), explanation).toBe(
        ofClass['c'] ? 200 : 403,
      )
      if (ofClass['s']) expect((await isIn()).length, explanation).toBe(ofObject['s'] ? 1 : 0)
      expect((await status(cardGet, { id: target })) === 200, explanation).toBe(ofObject['s'])
      expect((await status(cardSet, { id: target, label: 'mine' })) < 300, explanation).toBe(ofObject['u'])
      expect((await status(cardAction, { id: target, action: 'delete' })) < 300, explanation).toBe(
        ofObject['d'],
      )
    }
    for (const subject of subjects) await setClass({ class: 'card', ...subject, objectset: true })
  })
})

/** Returns a generator of the same numbers in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

test('/class lists the objects that rules let a user change or not, without those they hide', async () => {
  const [who, open, hidden] = [await server.user('cleo'), await addCard('CLEO1'), await addCard('CLEO2')]
  const objects = async () =>
    (await server.request(classList, {}, who)).find(({ code }) => code === 'card')!.objects
  expect(await objects()).toEqual([])
  await setClass({ class: 'card', user: who.id, deny: { d: true } })
  await setObject({ id: open, user: who.id, deny: { u: true } })
  await setObject({ id: hidden, user: who.id, deny: { s: true } })
  await expect.poll(objects).toEqual([{ id: open, u: false, d: false }])
})
