import { describe, expect, it } from 'vitest'
import { bootInterval, bootStatus, mayTalk, spread } from './boot.ts'
import { connectorState, displayState, stationState } from './display-state.ts'
import type { CandidateStation } from './door.ts'
import { judge } from './station-door.ts'
import { hashStationKey, isStationKey, makeStationKey } from './station-key.ts'

const station = (more: Partial<CandidateStation> = {}): CandidateStation => ({
  id: 's',
  accountId: 'a',
  accountCode: 'acc',
  identity: 'CP',
  state: 'available',
  authMode: 'key',
  openUntil: null,
  mayOmitSubprotocol: false,
  keys: [{ id: 'k', hash: hashStationKey('s', 'right'), isUsed: true }],
  ...more,
})

const basic = (key: string, user = 'CP') => ({ user, key: Buffer.from(key) })

describe('boot policy', () => {
  it.each([
    ['policy', 'accept', 'Accepted'],
    ['policy', 'wait', 'Pending'],
    ['policy', 'reject', 'Rejected'],
    ['accepted', 'wait', 'Accepted'],
    ['accepted', 'reject', 'Accepted'],
    ['rejected', 'accept', 'Rejected'],
  ] as const)('approval %s under policy %s is %s', (approval, policy, status) => {
    expect(bootStatus({ approval, policy })).toBe(status)
  })

  it.each([
    [null, 'accept', true],
    [null, 'wait', false],
    ['Accepted', 'reject', true],
    ['Pending', 'accept', false],
    ['Rejected', 'accept', false],
  ] as const)('P13: booted %s under policy %s may talk: %s', (booted, policy, expected) => {
    expect(mayTalk({ approval: 'policy', policy, bootStatus: booted })).toBe(expected)
  })

  it('G18: intervals are spread by a fifth', () => {
    expect([spread(300, 0), spread(300, 0.5), spread(300, 1)]).toEqual([240, 300, 360])
    expect(spread(1, 0)).toBe(1)
    expect(bootInterval('Pending', 300, 0.5)).toBe(60)
    expect(bootInterval('Accepted', 300, 0.5)).toBe(300)
  })
})

describe('what a list shows for a station', () => {
  it.each([
    [[], null, 'unavailable'],
    [[], 'available', 'available'],
    [['available', 'charging'], null, 'charging'],
    [['charging', 'faulted'], null, 'faulted'],
    [['suspendedev', 'available'], null, 'suspended'],
    [['suspendedevse', 'finishing'], null, 'suspended'],
    [['available', 'unavailable'], null, 'available'],
    [['available'], 'unavailable', 'unavailable'],
    [['charging'], 'unavailable', 'charging'],
    [['available'], 'faulted', 'faulted'],
  ])('connectors %j and the station %s: %s', (states, told, shown) => {
    expect(displayState(states, told)).toBe(shown)
  })

  it('the state of the station itself', () => {
    expect(stationState(['available'], null)).toBe('available')
    expect(stationState(['unavailable', 'faulted'], null)).toBe('unavailable')
    expect(stationState([], null)).toBe('unavailable')
    expect(stationState(['available'], 'faulted')).toBe('faulted')
    expect(stationState(['charging'], 'charging')).toBe('available')
  })

  it('knows the words of the standard only', () => {
    expect(connectorState('SuspendedEVSE')).toBe('suspendedevse')
    expect(connectorState('Occupied')).toBeNull()
    expect(connectorState('__proto__')).toBeNull()
  })
})

describe('H2: keys', () => {
  it('have 20 characters and 128 bits, and are stored so that equal ones do not show', () => {
    const key = makeStationKey()
    expect(key).toMatch(/^[!-~]{20}$/)
    expect(key).not.toMatch(/["'\\/%<>&`]/)
    expect(makeStationKey()).not.toBe(key)
    expect(hashStationKey('one', key)).not.toEqual(hashStationKey('two', key))
    expect(isStationKey(hashStationKey('one', key), 'one', Buffer.from(key))).toBe(true)
    expect(isStationKey(hashStationKey('one', key), 'one', Buffer.from(`${key}x`))).toBe(false)
  })
})

describe('H1, H3: who is let in', () => {
  const now = new Date()
  const later = new Date(now.getTime() + 1)

  it.each([
    ['the right key', {}, 'acc', basic('right'), true],
    ['the short address', {}, null, basic('right'), true],
    ['a wrong key', {}, 'acc', basic('wrong'), false],
    ['no key', {}, 'acc', null, false],
    ['another user', {}, 'acc', basic('right', 'CP2'), false],
    ['another account', {}, 'other', basic('right'), false],
    ['a station without keys', { keys: [] }, 'acc', basic(''), false],
    ['an open station', { authMode: 'open' as const, openUntil: later }, 'acc', null, true],
    [
      'an open station with a wrong key',
      { authMode: 'open' as const, openUntil: later },
      'acc',
      basic('wrong'),
      false,
    ],
    ['an open station whose time is over', { authMode: 'open' as const, openUntil: now }, 'acc', null, false],
    ['an open station without an end', { authMode: 'open' as const }, 'acc', null, false],
    ['a deleted station', { state: 'deleted' }, 'acc', basic('right'), false],
  ])('%s', (_, more, accountCode, credentials, isIn) => {
    const admission = judge(station(more), { accountCode, identity: 'CP', basic: credentials }, now)
    expect('stationId' in admission).toBe(isIn)
  })

  it('P20: tells which key was used for the first time', () => {
    const keys = [{ id: 'new', hash: hashStationKey('s', 'fresh'), isUsed: false }, ...station().keys]
    const admit = (key: string) =>
      judge(station({ keys }), { accountCode: 'acc', identity: 'CP', basic: basic(key) }, now)
    expect(admit('fresh')).toMatchObject({ freshKeyId: 'new' })
    expect(admit('right')).toMatchObject({ freshKeyId: null })
  })

  it('says nothing of a station to who has no key of it', () => {
    const nobody = judge(null, { accountCode: 'acc', identity: 'CP', basic: basic('x') }, now)
    expect(
      judge(station({ state: 'disabled' }), { accountCode: 'acc', identity: 'CP', basic: basic('x') }, now),
    ).toEqual(nobody)
    expect(
      judge(
        station({ state: 'disabled' }),
        { accountCode: 'acc', identity: 'CP', basic: basic('right') },
        now,
      ),
    ).toEqual({ refused: 'disabled' })
  })
})
