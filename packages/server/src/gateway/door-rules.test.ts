import { describe, expect, it } from 'vitest'
import { AdmissionQueue } from './admission-queue.ts'
import { AwakeClock } from './awake-clock.ts'
import { readBasicCredentials } from './basic-credentials.ts'
import { HandshakeGuard } from './handshake-guard.ts'
import { readStationAddress } from './station-address.ts'
import { chooseSubprotocol } from './subprotocols.ts'
import { Takeovers } from './takeovers.ts'

const header = (bytes: Buffer | string) => `Basic ${Buffer.from(bytes as string).toString('base64')}`

describe('P17: the address of a station', () => {
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
  ])('reads %s', (url, accountCode, identity, oddities) => {
    expect(readStationAddress(url)).toEqual({ accountCode, identity, oddities })
  })

  it.each([
    '/ocpp',
    '/ocpp/',
    '/ocpp//',
    '/ocpp/a/%',
    '/ocpp/a/%2F',
    '/ocpp/a/%00',
    `/ocpp/${'x'.repeat(49)}`,
    '/ocpp/a/b/c',
    '/ocpp//CP1',
  ])('refuses %s and says how it arrived', (url) => {
    expect(readStationAddress(url)).toHaveProperty('problem', expect.stringContaining('arrived as'))
  })
})

describe('P18: Basic credentials', () => {
  it('keeps the bytes of the key', () => {
    const key = Buffer.from([0xff, 0, 0x3a, 0x80])
    expect(readBasicCredentials(header(Buffer.concat([Buffer.from('CP1:'), key])), 'CP1')).toEqual({
      user: 'CP1',
      key,
    })
  })

  it('knows an identity with a colon', () => {
    expect(readBasicCredentials(header('a:b:key'), 'a:b')).toEqual({ user: 'a:b', key: Buffer.from('key') })
    expect(readBasicCredentials(header('a:b:key'), 'a')).toEqual({ user: 'a', key: Buffer.from('b:key') })
  })

  it.each([undefined, '', 'Basic', 'Bearer abc', 'Basic ????', header('no colon')])(
    'finds none in %s',
    (text) => {
      expect(readBasicCredentials(text, 'CP1')).toBeNull()
    },
  )
})

describe('H5: limits on failed handshakes', () => {
  it('blocks an address for an identity after ten failures, twice as long each time', () => {
    const guard = new HandshakeGuard()
    for (let n = 0; n < 9; n++) guard.failed('a', 'CP1', 0)
    expect(guard.waitMs('a', 'CP1', 0)).toBe(0)
    guard.failed('a', 'CP1', 0)
    expect(guard.waitMs('a', 'CP1', 0)).toBe(60_000)
    expect(guard.waitMs('a', 'CP2', 0)).toBe(0)
    for (let n = 0; n < 10; n++) guard.failed('a', 'CP1', 60_001)
    expect(guard.waitMs('a', 'CP1', 60_001)).toBe(120_000)
  })

  it('never blocks another address for a right key', () => {
    const guard = new HandshakeGuard()
    for (let n = 0; n < 100; n++) guard.failed(`a${n}`, 'CP1', 0)
    expect(guard.waitMs('fresh', 'CP1', 0)).toBe(0)
    expect(guard.waitMs('a99', 'CP1', 0)).toBeGreaterThan(0)
  })

  it('blocks an address that tries many identities, but not a station that signed in from there', () => {
    const guard = new HandshakeGuard()
    guard.succeeded('a', 'known')
    for (let n = 0; n < 60; n++) guard.failed('a', `CP${n}`, 0)
    expect(guard.waitMs('a', 'CP100', 0)).toBeGreaterThan(0)
    expect(guard.waitMs('a', 'known', 0)).toBe(0)
  })
})

describe('G17: admission', () => {
  it('lets a burst in, then so many a second, and sends away who would wait too long', async () => {
    const queue = new AdmissionQueue({ perSecond: 10, burst: 5, mostWaitMs: 1_000 }, 0)
    for (let n = 0; n < 5; n++) expect(queue.turn(0)).toBe(true)
    const waiting = Array.from({ length: 10 }, () => queue.turn(0))
    expect(queue.turn(0)).toBe(false)
    queue.tick(500)
    expect(await Promise.all(waiting.slice(0, 5))).toEqual([true, true, true, true, true])
    queue.close()
    expect(await Promise.all(waiting.slice(5))).toEqual([false, false, false, false, false])
  })
})

describe('G21: time while awake', () => {
  it('stands still while the process was asleep, and never goes back', () => {
    let now = 0
    const clock = new AwakeClock(250, () => now)
    now = 250
    clock.tick()
    now = 60_000
    clock.tick()
    expect(clock.ms).toBe(750)
    now = 59_000
    clock.tick()
    expect(clock.ms).toBe(750)
  })
})

describe('H6: takeovers', () => {
  it('tells the addresses when more than three in ten minutes came from different ones', () => {
    const takeovers = new Takeovers()
    const note = (from: string, to: string, atMs: number) => takeovers.note('s', { from, to }, atMs)
    expect(note('a', 'a', 0)).toBeNull()
    expect(note('a', 'b', 0)).toBeNull()
    expect(note('b', 'a', 1)).toBeNull()
    expect(note('a', 'b', 2)).toBeNull()
    expect(note('b', 'a', 3)).toEqual(['a', 'b'])
    expect(note('a', 'b', 4)).toBeNull()
    expect(note('b', 'a', 700_000)).toBeNull()
  })
})

describe('P16: subprotocols', () => {
  it.each([
    [['ocpp2.0.1', 'ocpp1.6'], 'ocpp1.6'],
    [['OCPP1.6'], 'OCPP1.6'],
    [['ocpp1.5'], null],
    [[], null],
  ])('of %j chooses %s', (offered, chosen) => {
    expect(chooseSubprotocol(offered)).toBe(chosen)
  })
})
