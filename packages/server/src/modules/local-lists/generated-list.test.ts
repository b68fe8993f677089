import { describe, expect, test } from 'vitest'
import { type AccessRule, alwaysAllowed, compileRules, rulesAtStation } from '../access-rules/index.ts'
import type { AcceptedCard } from '../cards/index.ts'
import { generateList, maxGenerated, planUpdates, requestOf } from './generated-list.ts'
import type { Entry } from './local-list.ts'

const station = 'station-1'
const place = {
  stationId: station,
  siteId: 'depot',
  networkId: null,
  clientId: null as string | null,
  tags: [],
  timeZone: null,
}
const at = new Date('2026-11-23T12:00:00Z')
const rule = (given: Partial<AccessRule>): AccessRule => ({
  id: JSON.stringify(given),
  clientId: null,
  effect: 'deny',
  cardId: null,
  cardTag: null,
  cardClientId: null,
  networkId: null,
  siteId: null,
  stationId: null,
  stationTag: null,
  evseNo: null,
  times: null,
  validFrom: null,
  validTo: null,
  ...given,
})
const card = (given: Partial<AcceptedCard> = {}): AcceptedCard => ({
  id: 'c1',
  code: 'CARD-1',
  expiresAt: null,
  parentCode: null,
  clientId: null,
  tags: ['vans'],
  ...given,
})
const workdays = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }]
const isListed = (rules: Partial<AccessRule>[], given = {}, of = place) =>
  alwaysAllowed(rulesAtStation(compileRules(rules.map(rule)), { place: of, evses: [1, 2], at }))(card(given))

describe('a card is in the list if it may charge at every EVSE at any time', () => {
  test.each<[string, boolean, Partial<AccessRule>[]]>([
    ['no rules', true, []],
    ['a rule for another site', true, [{ siteId: 'other' }]],
    ['denied at its site', false, [{ siteId: 'depot' }]],
    ['denied in general, allowed for its tag', true, [{}, { effect: 'allow', cardTag: 'vans' }]],
    ['denied for its tag, although allowed in general', false, [{ effect: 'allow' }, { cardTag: 'vans' }]],
    ['denied at times', false, [{ siteId: 'depot', times: workdays }]],
    [
      'allowed at times only',
      false,
      [{ siteId: 'depot' }, { effect: 'allow', siteId: 'depot', times: workdays }],
    ],
    [
      'denied at times, but a more precise rule allows',
      true,
      [{ times: workdays }, { effect: 'allow', cardTag: 'vans' }],
    ],
    ['denied from a later day on', false, [{ validFrom: new Date('2027-01-01T00:00:00Z') }]],
    ['denied until an earlier day', true, [{ validTo: new Date('2026-01-01T00:00:00Z') }]],
    ['denied at one EVSE', false, [{ stationId: station, evseNo: 2 }]],
    ['denied by a rule of another client', true, [{ clientId: 'client-9' }]],
    [
      'allowed for one of its tags, denied for the other at its site',
      false,
      [
        { effect: 'allow', cardTag: 'vans' },
        { siteId: 'depot', cardTag: 'trucks' },
      ],
    ],
    [
      'denied for its tag, but allowed itself',
      true,
      [{ cardTag: 'vans' }, { effect: 'allow', cardId: 'c1' }],
    ],
    ['denied for all clients, but allowed for its tag', true, [{}, { effect: 'allow', cardTag: 'vans' }]],
  ])('%s: %s', (_name, expected, rules) => {
    expect(isListed(rules, { tags: ['vans', 'trucks'] })).toBe(expected)
  })

  test('rules of the client of the station and of the client of the card restrict it', () => {
    const ofClient = [{ clientId: 'client-1' }]
    expect(isListed(ofClient, {}, { ...place, clientId: 'client-1' })).toBe(false)
    expect(isListed(ofClient, { clientId: 'client-1' })).toBe(false)
    expect(isListed(ofClient)).toBe(true)
  })
})

const none = rulesAtStation(null, { place, evses: [1], at })
const digest = async (given: Partial<AcceptedCard>) => (await generateList([card(given)], none, 10)).digest

describe('a generated list', () => {
  const cards = Array.from({ length: maxGenerated + 3 }, (_, n) => card({ id: `c${n}`, code: `C${n}` }))

  // Proves L150
  test('has as many entries as the station accepts, and at most 5,000; the first cards have precedence', async () => {
    const small = await generateList(cards, none, 2)
    expect(small).toMatchObject({ entries: [{ code: 'C0' }, { code: 'C1' }], omitted: maxGenerated + 1 })
    const large = await generateList(cards, none, 1e9)
    expect(large.entries).toHaveLength(maxGenerated)
    expect(large.omitted).toBe(3)
  })

  test('has at a station of a client only the cards of this client', async () => {
    const rules = rulesAtStation(null, { place: { ...place, clientId: 'client-1' }, evses: [1], at })
    const own = card({ code: 'OWN', clientId: 'client-1' })
    const { entries } = await generateList([card(), own, card({ clientId: 'client-2' })], rules, 10)
    expect(entries.map(({ code }) => code)).toEqual(['OWN'])
  })

  test('has the same digest for the same entries only', async () => {
    const known = await digest({})
    expect(await digest({ tags: ['others'] })).toBe(known)
    expect(await digest({ expiresAt: at })).not.toBe(known)
    expect(await digest({ parentCode: 'FLEET' })).not.toBe(known)
  })
})

const entry = (code: string, given: Partial<Entry> = {}): Entry => ({
  code,
  status: 'Accepted',
  expiresAt: null,
  parentCode: null,
  ...given,
})
const list = (...codes: string[]) => codes.map((code) => entry(code))
const codes = (all: readonly Entry[]) => all.map(({ code }) => code)

describe('updates', () => {
  test('are none for equal lists, and the whole list if its content is unknown', () => {
    expect(planUpdates(list('A'), list('A'), 10)).toEqual([])
    expect(planUpdates(null, [], 10)).toEqual([{ isFull: true, put: [], drop: [] }])
    const parts = planUpdates(null, list('A', 'B', 'C'), 2)
    expect(parts.map(({ isFull, put }) => [isFull, codes(put)])).toEqual([
      [true, ['A', 'B']],
      [false, ['C']],
    ])
  })

  test('are the difference if it is shorter; tags are removed before others are added', () => {
    const before = list('A', 'B', 'C', 'D', 'E')
    const after = [...list('A', 'B', 'D', 'F'), entry('E', { expiresAt: at })]
    expect(planUpdates(before, after, 1).map(({ isFull, put, drop }) => [isFull, drop, codes(put)])).toEqual([
      [false, ['C'], []],
      [false, [], ['F']],
      [false, [], ['E']],
    ])
    expect(planUpdates(before, list('X', 'Y'), 10)).toMatchObject([{ isFull: true }])
  })

  test('are the whole list if tags differ by case only: stations compare them without case', () => {
    expect(planUpdates(list('a', 'B', 'C', 'D'), list('A', 'B', 'C', 'D'), 10)).toMatchObject([
      { isFull: true },
    ])
  })

  test('become requests of the standard', () => {
    const put = [entry('A', { expiresAt: at, parentCode: 'FLEET' })]
    expect(requestOf({ isFull: false, put, drop: ['B'] }, 7)).toEqual({
      listVersion: 7,
      updateType: 'Differential',
      localAuthorizationList: [
        { idTag: 'B' },
        {
          idTag: 'A',
          idTagInfo: { status: 'Accepted', expiryDate: at.toISOString(), parentIdTag: 'FLEET' },
        },
      ],
    })
  })
})
