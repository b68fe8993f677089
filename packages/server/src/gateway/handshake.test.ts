import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseProtocol, readBasicCredentials, readStationAddress } from './handshake.ts'
import { AdmissionQueue, HandshakeGuard } from './handshake-guard.ts'

const header = (bytes: Buffer | string) => `Basic ${Buffer.from(bytes as string).toString('base64')}`

describe('the address of a station', () => {
  // Proves P17
  it.each([
    ['/ocpp/acc/CP1', 'acc', 'CP1', []],
    ['/ocpp/CP1', null, 'CP1', []],
    ['/ocpp/acc/CP%201?x=1', 'acc', 'CP 1', []],
    ['/ocpp/acc/CP1/', 'acc', 'CP1', ['trailing-slash']],
    ['/ocpp/acc/CP1//', 'acc', 'CP1', ['trailing-slash']],
    ['/ocpp/acc/CP1/CP1', 'acc', 'CP1', ['identity-twice']],
    ['/ocpp/CP1/CP1', null, 'CP1', ['identity-twice']],
    ['/ocpp/acc/CP1/CP1/', 'acc', 'CP1', ['trailing-slash', 'identity-twice']],
    ['/ocpp/acc/50%2525', 'acc', '50%25', []],
    ['/ocpp/acc//CP1', 'acc', 'CP1', ['double-slash']],
    ['/ocpp//CP1', null, 'CP1', ['double-slash']],
    ['//ocpp/acc/CP1', 'acc', 'CP1', ['double-slash']],
    ['/OCPP/acc/CP1', 'acc', 'CP1', ['path-case']],
    ['/ocpp/acc/CP1//CP1//', 'acc', 'CP1', ['double-slash', 'trailing-slash', 'identity-twice']],
  ])('reads %s', (url, accountCode, identity, oddities) => {
    expect(readStationAddress(url)).toEqual({ accountCode, identity, oddities })
  })

  // Proves P17
  it.each([
    ['/ocpp/acc/CP1CP1', 'CP1', 'acc', 'CP1', ['identity-twice']],
    ['/ocpp/accCP1', 'CP1', 'acc', 'CP1', ['missing-slash']],
    ['/ocpp/acc/CP1CP1', 'CP1CP1', 'acc', 'CP1CP1', []],
    ['/ocpp/acc/XCP1', 'CP1', 'acc', 'XCP1', []],
    ['/ocpp/CP1', 'CP1', null, 'CP1', []],
  ])('reads %s of the user %s', (url, user, accountCode, identity, oddities) => {
    expect(readStationAddress(url, user)).toEqual({ accountCode, identity, oddities })
  })

  // Proves P17
  it.each([
    '/',
    '/CP1',
    '/ocpp',
    '/ocpp/',
    '/ocpp//',
    '/ocpp/a/%',
    '/ocpp/a/%2F',
    '/ocpp/a/%00',
    `/ocpp/${'x'.repeat(49)}`,
    '/ocpp/a/b/c',
    '/ocpp/a/%/CP1',
  ])('rejects %s and states the expected form', (url) => {
    expect(readStationAddress(url)).toHaveProperty(
      'problem',
      expect.stringContaining('should read /ocpp/<account>/<identity>'),
    )
  })

  it.each([
    ['/ocpp/KEY/CP1/KEY', 'CP1', 'CP1', '/ocpp/…/CP1/…'],
    ['/ocpp/acc/KEY/CP1', null, 'CP1', '/ocpp/…/…/CP1'],
    ['/ocpp/', 'CP1', '', '/ocpp'],
  ])('shows only the identity of %s with the user %s', (url, user, identity, shownPath) => {
    expect(readStationAddress(url, user)).toMatchObject({ identity, shownPath })
  })
})

describe('Basic credentials', () => {
  // Proves P18
  it('keeps the bytes of the key', () => {
    const key = Buffer.from([0xff, 0, 0x3a, 0x80])
    expect(readBasicCredentials(header(Buffer.concat([Buffer.from('CP1:'), key])), 'CP1')).toEqual({
      user: 'CP1',
      key,
    })
  })

  it('supports an identity with a colon', () => {
    expect(readBasicCredentials(header('a:b:key'), 'a:b')).toEqual({ user: 'a:b', key: Buffer.from('key') })
    expect(readBasicCredentials(header('a:b:key'), 'a')).toEqual({ user: 'a', key: Buffer.from('b:key') })
  })

  it.each([undefined, '', 'Basic', 'Bearer abc', 'Basic ????', header('no colon')])(
    'returns none for %s',
    (text) => {
      expect(readBasicCredentials(text, 'CP1')).toBeNull()
    },
  )
})

afterEach(() => void vi.useRealTimers())

const openGuard = () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  return new HandshakeGuard(() => performance.now())
}
const failing = (guard: HandshakeGuard, times: number, of: (n: number) => [string, string]) => {
  for (let n = 0; n < times; n++) {
    const slot = guard.begin(...of(n))
    slot.failed()
    slot.end()
  }
}
/** Returns the limit that applies to a handshake that begins now. */
const next = (guard: HandshakeGuard, address: string, identity: string) => {
  const slot = guard.begin(address, identity)
  const found = { limit: slot.limit(), waitMs: slot.waitMs }
  slot.end()
  return found
}

describe('limits on failed handshakes', () => {
  it('limits an identity after ten failures, twice as long each time', () => {
    const guard = openGuard()
    failing(guard, 9, () => ['a', 'CP1'])
    expect(next(guard, 'a', 'CP1').limit).toBeNull()
    failing(guard, 1, () => ['a', 'CP1'])
    expect(next(guard, 'a', 'CP1')).toEqual({ limit: 'address', waitMs: 60_000 })
    expect(next(guard, 'a', 'CP2').limit).toBeNull()
    vi.advanceTimersByTime(60_001)
    failing(guard, 10, () => ['a', 'CP1'])
    expect(next(guard, 'a', 'CP1').waitMs).toBe(120_000)
  })

  it('limits an identity that is tried from many addresses, but not these addresses', () => {
    const guard = openGuard()
    failing(guard, 10, (n) => [`a${n}`, 'CP1'])
    expect(next(guard, 'fresh', 'CP1')).toEqual({ limit: 'identity', waitMs: 0 })
    expect(next(guard, 'a1', 'CP2').limit).toBeNull()
  })

  it('limits an address that fails with many identities; for IPv6 its /64', () => {
    const guard = openGuard()
    failing(guard, 60, (n) => [`2001:db8::${n}`, `CP${n}`])
    expect(next(guard, '2001:db8::ffff', 'CP100').limit).not.toBeNull()
    expect(next(guard, '2001:db8:0:1::1', 'CP100').limit).toBeNull()
  })

  // Proves H5
  it('counts handshakes from their beginning until they end', () => {
    const guard = openGuard()
    const slots = Array.from({ length: 12 }, () => guard.begin('a', 'CP1'))
    expect(slots.at(-1)!.limit()).toBe('address')
    for (const slot of slots) slot.end()
    for (const slot of slots) slot.end()
    expect(next(guard, 'a', 'CP1').limit).toBeNull()
  })

  // Proves H5
  it('does not limit a site whose stations reconnect at the same time, unless some fail', () => {
    const guard = openGuard()
    const slots = Array.from({ length: 500 }, (_, n) => guard.begin('a', `CP${n}`))
    expect(slots.some((slot) => slot.limit())).toBe(false)
    expect(slots.at(-1)!.suspects).toBe(0)
    slots[0]!.failed()
    expect(slots.at(-1)!.limit()).toBe('address')
    expect(slots.at(-1)!.suspects).toBe(500)
    expect(next(guard, 'b', 'CP1').limit).toBeNull()
  })

  // Proves L42
  it('keeps the newest of very many failures', () => {
    const guard = openGuard()
    failing(guard, 10, () => ['old', 'OLD'])
    failing(guard, 15_000, (n) => [`a${n}`, `CP${n}`])
    expect(next(guard, 'old', 'OLD').limit).not.toBeNull()
    failing(guard, 10, () => ['new', 'NEW'])
    failing(guard, 15_000, (n) => [`b${n}`, `DP${n}`])
    expect(next(guard, 'new', 'NEW').limit).not.toBeNull()
    expect(next(guard, 'old', 'OLD').limit).toBeNull()
  })
})

const isHere = () => false

function admissions({ concurrent = 100 } = {}): AdmissionQueue {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  const rate = { perSecond: 10, burst: 5, concurrent, maxWaitMs: 1_000, groupMs: 100 }
  return new AdmissionQueue(rate, () => performance.now())
}

describe('admission', () => {
  // Proves G17, L38
  it('admits a burst, then a fixed number per second, and rejects those that would wait too long', async () => {
    const queue = admissions()
    for (let n = 0; n < 5; n++) expect(queue.turn(isHere)).toBe(true)
    const waiting = Array.from({ length: 10 }, () => queue.turn(isHere))
    expect(queue.turn(isHere)).toBe(false)
    vi.advanceTimersByTime(500)
    expect(await Promise.all(waiting.slice(0, 5))).toEqual([true, true, true, true, true])
    queue.close()
    expect(await Promise.all(waiting.slice(5))).toEqual([false, false, false, false, false])
    expect(vi.getTimerCount()).toBe(0)
  })

  // Proves G17, L38
  it('admits others after an admission has ended, and rejects those that have waited too long', async () => {
    const queue = admissions({ concurrent: 2 })
    expect([queue.turn(isHere), queue.turn(isHere)]).toEqual([true, true])
    const [third, fourth, fifth] = [queue.turn(isHere), queue.turn(isHere), queue.turn(isHere)]
    queue.ended()
    vi.advanceTimersByTime(100)
    expect(await third).toBe(true)
    vi.advanceTimersByTime(1_100)
    expect(await Promise.all([fourth, fifth])).toEqual([false, false])
    expect(vi.getTimerCount()).toBe(0)
    queue.ended()
    expect(queue.turn(isHere)).toBe(true)
    expect(queue.turn(isHere)).toBeInstanceOf(Promise)
    queue.close()
  })

  it('admits those that wait in groups, so that they are looked up together', async () => {
    const queue = admissions()
    for (let n = 0; n < 5; n++) queue.turn(isHere)
    const order: string[] = []
    for (let n = 0; n < 4; n++)
      void Promise.resolve(queue.turn(isHere)).then((isAdmitted) => order.push(`${n} ${isAdmitted}`))
    vi.advanceTimersByTime(99)
    await Promise.resolve()
    expect(order).toEqual([])
    vi.advanceTimersByTime(201)
    await new Promise(setImmediate)
    expect(order).toEqual(['0 true', '1 true', '2 true'])
    queue.close()
  })

  it('gives the turn of a socket that was closed while it waited to the next one', async () => {
    const queue = admissions()
    for (let n = 0; n < 5; n++) queue.turn(isHere)
    const [gone, next] = [queue.turn(() => true), queue.turn(isHere)]
    vi.advanceTimersByTime(100)
    expect(await Promise.all([gone, next])).toEqual([false, true])
  })

  it('asks rejected sockets to come back one after the other, when the waiting ones can be admitted', () => {
    const queue = admissions()
    for (let n = 0; n < 15; n++) void queue.turn(isHere)
    const times = Array.from({ length: 20 }, () => {
      expect(queue.turn(isHere)).toBe(false)
      return queue.comeBackMs()
    })
    expect(times[0]).toBeCloseTo(1_200)
    expect(times[19]! - times[0]!).toBeCloseTo(1_900)
    vi.advanceTimersByTime(10_000)
    expect(queue.comeBackMs()).toBeLessThan(200)
    queue.close()
  })

  // Proves L38
  it('asks no rejected socket to stay away for more than 30 seconds, however many there are', () => {
    const queue = admissions()
    for (let n = 0; n < 15; n++) void queue.turn(isHere)
    const times = Array.from({ length: 2_000 }, () => queue.comeBackMs())
    expect(Math.max(...times)).toBeGreaterThan(29_900)
    expect(Math.max(...times)).toBeLessThanOrEqual(30_100)
    expect(times.filter((ms) => ms < 2_000).length).toBeGreaterThan(20)
    queue.close()
  })
})

// Proves P16
describe('subprotocols', () => {
  it.each([
    [['ocpp2.0.1', 'ocpp1.6'], 'ocpp1.6'],
    [['OCPP1.6'], 'OCPP1.6'],
    [['ocpp1.5'], null],
    [[], null],
  ])('of %j chooses %s', (offered, chosen) => {
    expect(chooseProtocol(offered)?.subprotocol ?? null).toBe(chosen)
  })
})
