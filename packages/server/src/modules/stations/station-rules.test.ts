import { describe, expect, it } from 'vitest'
import { bootInterval, bootStatus, mayExchangeMessages, spread } from './boot-notification.ts'
import { connectorState, displayState, stationState } from './display-state.ts'
import type { AdmissionRefusal, Credentials, SecurityProfile } from '../../shared/admission.ts'
import type { CandidateStation } from './admission.ts'
import { authenticate } from './station-authentication.ts'
import { hashStationKey, isStationKey, makeStationKey, stationKeyHex } from './station-key.ts'

const station = (more: Partial<CandidateStation> = {}): CandidateStation => ({
  id: 's',
  accountId: 'a',
  identity: 'CP',
  state: 'available',
  authMode: 'key',
  openUntil: null,
  mayOmitSubprotocol: false,
  securityProfile: 0,
  keys: [{ id: 'k', hash: hashStationKey('s', 'right'), isUsed: true }],
  ...more,
})

const basic = (key: string, user = 'CP') => ({ user, key: Buffer.from(key) })

const plain = { identity: 'CP', isEncrypted: false, certificate: null }

const openTo = (openUntil: Date | null) => ({ authMode: 'open' as const, openUntil })

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

  // Proves P13
  it.each([
    [null, 'accept', true],
    [null, 'wait', false],
    ['Accepted', 'reject', true],
    ['Pending', 'accept', false],
    ['Rejected', 'accept', false],
  ] as const)('booted %s under policy %s may talk: %s', (booted, policy, expected) => {
    expect(mayExchangeMessages({ approval: 'policy', policy, bootStatus: booted })).toBe(expected)
  })

  // Proves G18
  it('varies intervals by a fifth', () => {
    expect([spread(300, 0), spread(300, 0.5), spread(300, 1)]).toEqual([240, 300, 360])
    expect(spread(1, 0)).toBe(1)
    expect(bootInterval('Pending', 300, 0.5)).toBe(60)
    expect(bootInterval('Accepted', 300, 0.5)).toBe(300)
  })
})

describe('the display state of a station', () => {
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
  ])('connectors %j and the station %s: %s', (states, zeroState, shown) => {
    expect(displayState(states, zeroState)).toBe(shown)
  })

  it('derives the state of the station itself', () => {
    expect(stationState(['available'], null)).toBe('available')
    expect(stationState(['unavailable', 'faulted'], null)).toBe('unavailable')
    expect(stationState([], null)).toBe('unavailable')
    expect(stationState(['available'], 'faulted')).toBe('faulted')
    expect(stationState(['charging'], 'charging')).toBe('available')
  })

  it('maps only the statuses that OCPP defines', () => {
    expect(connectorState('SuspendedEVSE')).toBe('suspendedevse')
    expect(connectorState('Occupied')).toBeNull()
    expect(connectorState('__proto__')).toBeNull()
  })
})

describe('keys', () => {
  // Proves H2
  it('have 20 characters of base 32, which are 100 bits, and are unique', () => {
    const keys = Array.from({ length: 2_000 }, makeStationKey)
    for (const key of keys) expect(key).toMatch(/^[0-9a-hjkmnp-tv-z]{20}$/)
    expect(new Set(keys).size).toBe(keys.length)
    // Every position takes each of the 32 characters; that 2 000 keys miss one has a probability below
    // 10^-24.
    for (let place = 0; place < 20; place++) expect(new Set(keys.map((key) => key[place])).size).toBe(32)
  })

  // Proves H2
  it('are sent as 40 hexadecimal digits of the same bytes, which the station may also use as the key', () => {
    const key = makeStationKey()
    const digits = stationKeyHex(key)
    expect(digits).toMatch(/^[0-9a-f]{40}$/)
    expect(Buffer.from(digits, 'hex').toString()).toBe(key)
    const place = {
      accountId: 'a',
      issuedTo: null,
      candidates: [station({ keys: [{ id: 'k', hash: hashStationKey('s', key), isUsed: true }] })],
    }
    const admit = (text: string) =>
      authenticate(place, { ...plain, accountCode: 'acc', basic: basic(text) }, new Date())
    for (const text of [key, digits, digits.toUpperCase()])
      expect(admit(text)).toHaveProperty('identity', 'CP')
    for (const text of [key.toUpperCase(), digits.slice(2), `${digits}00`])
      expect(admit(text)).toHaveProperty('refused', 'wrong_key')
  })

  it('have different hashes for different stations', () => {
    const key = makeStationKey()
    expect(hashStationKey('one', key)).not.toEqual(hashStationKey('two', key))
    expect(isStationKey(hashStationKey('one', key), 'one', Buffer.from(key))).toBe(true)
    expect(isStationKey(hashStationKey('one', key), 'one', Buffer.from(`${key}x`))).toBe(false)
  })
})

// Proves P18, P19
describe('the security profile of a connection', () => {
  const now = new Date()
  const later = new Date(now.getTime() + 1)
  const own = { commonName: 'CP', problem: null, isOwn: false, fingerprint: 'f' }
  const key = basic('right')
  it.each([
    ['a key', 0, { basic: key }, 1],
    ['TLS and a key', 1, { basic: key, isEncrypted: true }, 2],
    ['a certificate', 2, { isEncrypted: true, certificate: own }, 3],
    ['a certificate and a wrong key', 3, { isEncrypted: true, certificate: own, basic: basic('wrong') }, 3],
    ['no key while that is allowed', 1, {}, 0],
    [
      'a foreign certificate and a key',
      2,
      { isEncrypted: true, basic: key, certificate: { ...own, problem: 'untrusted' } },
      2,
    ],
    ['a key after TLS', 2, { basic: key }, 'lower_profile'],
    ['TLS and a key after a certificate', 3, { basic: key, isEncrypted: true }, 'lower_profile'],
    ['TLS without a key after TLS with one', 2, { isEncrypted: true }, 'lower_profile'],
    [
      'the certificate of another station',
      0,
      { isEncrypted: true, certificate: { ...own, commonName: 'CP2' } },
      'other_certificate',
    ],
    [
      'a certificate without one name',
      0,
      { isEncrypted: true, certificate: { ...own, commonName: null } },
      'other_certificate',
    ],
    [
      'an expired certificate',
      0,
      { isEncrypted: true, certificate: { ...own, problem: 'expired' } },
      'expired_certificate',
    ],
    [
      'an expired certificate and a wrong key',
      0,
      { basic: basic('wrong'), certificate: { ...own, problem: 'expired' } },
      'wrong_key',
    ],
  ] as [string, SecurityProfile, Partial<Credentials>, SecurityProfile | AdmissionRefusal][])(
    '%s, of a station with profile %i',
    (_, securityProfile, credentials, expected) => {
      const candidates = [station({ ...openTo(later), securityProfile })]
      const admission = authenticate(
        { accountId: 'a', issuedTo: null, candidates },
        { ...plain, accountCode: 'acc', basic: null, ...credentials },
        now,
      )
      expect('refused' in admission ? admission.refused : admission.securityProfile).toBe(expected)
    },
  )

  it('at the address of no account: names the station that a certificate proves, as with a key', () => {
    const candidates = [station({ securityProfile: 3 }), station({ id: 't', accountId: 'b' })]
    const admit = (certificate: Credentials['certificate']) =>
      authenticate(
        { accountId: null, issuedTo: 't', candidates },
        { ...plain, accountCode: 'typo', basic: null, isEncrypted: true, certificate },
        now,
      )
    const issued = { ...own, isOwn: true }
    expect(admit(issued)).toEqual({ refused: 'wrong_account', stationId: 't', accountId: 'b' })
    const unknown = { refused: 'wrong_account', stationId: null, accountId: null }
    expect(admit({ ...issued, problem: 'expired' })).toEqual(unknown)
    // of another authority: it may be that of either station
    expect(admit(own)).toEqual(unknown)
  })
})

// Proves H1
describe('authentication of a station', () => {
  const now = new Date()
  const later = new Date(now.getTime() + 1)

  /** Authenticates against the account with the code `acc`, which has one station or the given candidates. */
  const admit = (
    accountCode: string | null,
    credentials: ReturnType<typeof basic> | null,
    candidates: CandidateStation[] = [station()],
  ) => {
    const accountId = accountCode === 'acc' ? 'a' : null
    return authenticate(
      { accountId, issuedTo: null, candidates },
      { ...plain, accountCode, basic: credentials },
      now,
    )
  }

  it.each([
    ['the right key', {}, 'acc', basic('right'), null],
    ['the short address', {}, null, basic('right'), null],
    ['a wrong key', {}, 'acc', basic('wrong'), 'wrong_key'],
    ['a wrong key on the short address', {}, null, basic('wrong'), 'wrong_key'],
    ['a wrong key and another user', {}, 'acc', basic('wrong', 'CP2'), 'wrong_key'],
    ['no key', {}, 'acc', null, 'no_credentials'],
    ['another user', {}, 'acc', basic('right', 'CP2'), 'wrong_user'],
    ['a code that no account has', {}, 'other', basic('right'), 'wrong_account'],
    ['a station without keys', { keys: [] }, 'acc', basic(''), 'wrong_key'],
    ['an open station', openTo(later), 'acc', null, null],
    ['an open station with a wrong key', openTo(later), 'acc', basic('wrong'), 'wrong_key'],
    ['an open station whose time is over', openTo(now), 'acc', null, 'open_access_expired'],
    ['an open station without an end', openTo(null), 'acc', null, 'no_credentials'],
    ['a disabled station', { state: 'disabled' }, 'acc', basic('right'), 'disabled'],
    ['a disabled station and a wrong key', { state: 'disabled' }, 'acc', basic('wrong'), 'wrong_key'],
  ] as [
    string,
    Partial<CandidateStation>,
    string | null,
    ReturnType<typeof basic> | null,
    AdmissionRefusal | null,
  ][])('%s', (_, more, accountCode, credentials, refused) => {
    const admission = admit(accountCode, credentials, [station(more)])
    expect('refused' in admission ? admission.refused : null).toBe(refused)
  })

  // Proves P20
  it('returns the key that was used for the first time', () => {
    const keys = [{ id: 'new', hash: hashStationKey('s', 'fresh'), isUsed: false }, ...station().keys]
    const signIn = (key: string) => admit('acc', basic(key), [station({ keys })])
    expect(signIn('fresh')).toMatchObject({ keyId: 'new', isKeyFresh: true })
    expect(signIn('right')).toMatchObject({ isKeyFresh: false })
  })

  // Proves H3
  it('decides by the key between stations of one identity, and reports an ambiguous request without one', () => {
    const keys = [{ id: 'k2', hash: hashStationKey('s2', 'other'), isUsed: true }]
    const two = [station(openTo(later)), station({ ...openTo(later), id: 's2', accountId: 'b', keys })]
    expect(admit(null, basic('other'), two)).toMatchObject({ stationId: 's2', accountId: 'b' })
    expect(admit(null, basic('right'), two)).toMatchObject({ stationId: 's', accountId: 'a' })
    const ambiguous = { refused: 'ambiguous', stationId: null, accountId: null }
    expect(admit(null, basic('wrong'), two)).toEqual(ambiguous)
    expect(admit(null, null, two)).toEqual(ambiguous)
  })

  it('names a station only if the request certainly meant it', () => {
    expect(admit('acc', basic('x'))).toEqual({ refused: 'wrong_key', stationId: 's', accountId: 'a' })
    // the account of the code, regardless of other accounts
    expect(admit('acc', basic('x'), [])).toEqual({ refused: 'unknown', stationId: null, accountId: 'a' })
    expect(admit(null, basic('x'), [])).toEqual({ refused: 'unknown', stationId: null, accountId: null })
    // only its key or certificate proves which station has the wrong code
    const wrongCode = { refused: 'wrong_account', stationId: null, accountId: null }
    expect(admit('typo', basic('x'))).toEqual(wrongCode)
    expect(admit('typo', null, [])).toEqual(wrongCode)
    expect(admit('typo', basic('right'))).toEqual({
      refused: 'wrong_account',
      stationId: 's',
      accountId: 'a',
    })
  })
})
