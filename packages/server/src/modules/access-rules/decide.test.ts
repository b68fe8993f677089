import { describe, expect, it, test } from 'vitest'
import { type AccessQuestion, compileRules, decideAccess } from './decide.ts'
import { type AccessRule, precedence, selectsCard, selectsPlace } from './rule.ts'
import { localTime } from './rule-time.ts'

let ids = 0
const rule = (effect: 'allow' | 'deny', more: Partial<AccessRule> = {}): AccessRule => ({
  id: `rule-${++ids}`,
  clientId: null,
  effect,
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
  ...more,
})
const allow = (more?: Partial<AccessRule>) => rule('allow', more)
const deny = (more?: Partial<AccessRule>) => rule('deny', more)

// a Wednesday, 13:00 in Berlin
const noon = new Date('2026-07-01T11:00:00Z')
const question: AccessQuestion = {
  card: { id: 'card', clientId: 'fleet', tags: ['staff', 'vans'] },
  place: {
    stationId: 'station',
    siteId: 'site',
    networkId: 'network',
    clientId: null,
    tags: ['depot'],
    timeZone: 'Europe/Berlin',
  },
  evses: [1],
  at: noon,
}
const decide = (rules: AccessRule[], more: Partial<AccessQuestion> = {}) =>
  decideAccess(compileRules(rules), { ...question, ...more })
const workdays = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }]

describe('access rules', () => {
  it.each([
    ['no rule: allowed', [], true],
    ['a rule that denies all', [deny()], false],
    ['a rule for another card', [deny({ cardId: 'other' })], true],
    ['a rule for another tag', [deny({ cardTag: 'other' })], true],
    ['a rule for another client', [deny({ cardClientId: 'other' })], true],
    ['a rule for another network', [deny({ networkId: 'other' })], true],
    ['a rule for another site', [deny({ siteId: 'other' })], true],
    ['a rule for another tag of stations', [deny({ stationTag: 'other' })], true],
    ['a rule for another station', [deny({ stationId: 'other' })], true],
    ['a rule for another EVSE', [deny({ stationId: 'station', evseNo: 2 })], true],
    ['the card', [deny({ cardId: 'card' })], false],
    ['a tag of the card', [deny({ cardTag: 'vans' })], false],
    ['the client of the card', [deny({ cardClientId: 'fleet' })], false],
    ['the network', [deny({ networkId: 'network' })], false],
    ['the site', [deny({ siteId: 'site' })], false],
    ['a tag of the station', [deny({ stationTag: 'depot' })], false],
    ['the station', [deny({ stationId: 'station' })], false],
    ['the EVSE', [deny({ stationId: 'station', evseNo: 1 })], false],
    ['the closer place wins', [deny({ siteId: 'site' }), allow({ stationId: 'station' })], true],
    ['in any order', [allow({ stationId: 'station' }), deny({ siteId: 'site' })], true],
    ['the cards count before the place', [deny({ stationId: 'station' }), allow({ cardId: 'card' })], true],
    ['denying wins at the same level', [allow({ siteId: 'site' }), deny({ siteId: 'site' })], false],
    ['so does it between two tags', [allow({ cardTag: 'staff' }), deny({ cardTag: 'vans' })], false],
    ['an exception within its hours', [deny(), allow({ times: workdays })], true],
    ['not outside them', [deny(), allow({ times: [{ days: [3], from: '18:00', to: '20:00' }] })], false],
    ['not on another day', [deny(), allow({ times: [{ days: [4], from: '08:00', to: '18:00' }] })], false],
    ['before it is valid', [deny({ validFrom: new Date('2026-07-01T11:00:01Z') })], true],
    ['from its first moment', [deny({ validFrom: noon })], false],
    ['until its end', [deny({ validTo: new Date('2026-07-01T11:00:01Z') })], false],
    ['not from its end on', [deny({ validTo: noon })], true],
  ] as const)('%s', (_title, rules, isAllowed) => {
    expect(decide([...rules]).isAllowed).toBe(isAllowed)
  })

  it('name the rule that decided', () => {
    const [general, special] = [deny({ siteId: 'site' }), allow({ cardId: 'card' })]
    expect(decide([general]).rule).toBe(general)
    expect(decide([general, special]).rule).toBe(special)
    expect(decide([deny({ siteId: 'other' })]).rule).toBeNull()
  })

  it('of the client of the station or the card only restrict what the operator allows', () => {
    const operator = deny({ cardId: 'card' })
    const client = allow({ clientId: 'fleet', cardId: 'card', stationId: 'station' })
    expect(decide([operator, client])).toMatchObject({ isAllowed: false, rule: operator })
    const stricter = deny({ clientId: 'fleet' })
    expect(decide([allow({ cardId: 'card' }), stricter])).toMatchObject({ isAllowed: false, rule: stricter })
    const owner = deny({ clientId: 'owner' })
    expect(decide([owner]).isAllowed).toBe(true)
    expect(decide([owner], { place: { ...question.place, clientId: 'owner' } }).isAllowed).toBe(false)
  })

  it('allow a card at a station if they allow it at one of its EVSEs', () => {
    const first = deny({ stationId: 'station', evseNo: 1 })
    const second = deny({ stationId: 'station', evseNo: 2 })
    const evses = [1, 2]
    expect(decide([first], { evses }).isAllowed).toBe(true)
    expect(decide([first, second], { evses })).toMatchObject({ isAllowed: false, rule: first, evseNo: 1 })
    expect(decide([deny(), allow({ stationId: 'station', evseNo: 2 })], { evses }).isAllowed).toBe(true)
    expect(decide([first, second], { evses: [] }).isAllowed).toBe(true)
  })
})

test.each([
  ['2026-07-01T21:59:00Z', true],
  ['2026-07-01T22:00:00Z', true],
  ['2026-07-02T03:59:00Z', true],
  ['2026-07-02T04:00:00Z', false],
  ['2026-07-01T19:59:00Z', false],
  ['2026-07-01T01:00:00Z', false],
])('a period across midnight belongs to the day on which it begins: %s in Berlin', (at, isAllowed) => {
  const night = [{ days: [3], from: '22:00', to: '06:00' }]
  expect(decide([deny(), allow({ times: night })], { at: new Date(at) }).isAllowed).toBe(isAllowed)
})

test('a period until 00:00 ends with the day, and times follow daylight saving time', () => {
  const evening = [{ days: [7], from: '20:00', to: '00:00' }]
  const at = (text: string) => decide([deny({ times: evening })], { at: new Date(text) }).isAllowed
  expect([at('2026-10-25T22:59:00Z'), at('2026-10-25T23:00:00Z')]).toEqual([false, true])
  expect(localTime(new Date('2026-10-25T00:30:00Z'), 'Europe/Berlin')).toEqual({ day: 7, minute: 150 })
  expect(localTime(new Date('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toEqual({ day: 7, minute: 150 })
  expect(localTime(new Date('2026-10-25T23:30:00Z'), null)).toEqual({ day: 7, minute: 1_410 })
  expect(localTime(new Date('2026-10-25T23:30:00Z'), 'Mars/Base')).toEqual({ day: 7, minute: 1_410 })
})

test('of all rules that apply the one with the highest precedence decides', () => {
  let seed = 7
  const random = (most: number) => (seed = (seed * 48_271) % 0x7fffffff) % most
  const pick = <Value>(...values: Value[]): Value => values[random(values.length)]!
  const place = () =>
    pick<Partial<AccessRule>>(
      {},
      { siteId: 'site' },
      { siteId: 'other' },
      { stationId: 'station' },
      { stationTag: 'depot' },
      { networkId: 'network' },
      { stationId: 'station', evseNo: 1 },
    )
  const cards = () =>
    pick<Partial<AccessRule>>(
      {},
      { cardId: 'card' },
      { cardTag: 'staff' },
      { cardTag: 'other' },
      { cardClientId: 'fleet' },
    )
  for (let round = 0; round < 500; round++) {
    const rules = Array.from({ length: random(8) }, () =>
      rule(pick('allow', 'deny'), { ...place(), ...cards(), times: pick(null, workdays) }),
    )
    const applying = rules.filter(
      (one) => selectsCard(one, question.card) && selectsPlace(one, question.place, 1),
    )
    const highest = Math.max(...applying.map(precedence))
    const effects = applying.filter((one) => precedence(one) === highest).map(({ effect }) => effect)
    expect(decide(rules).isAllowed).toBe(!effects.includes('deny'))
  }
})
