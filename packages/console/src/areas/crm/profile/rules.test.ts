import { describe, expect, it } from 'vitest'
import { heartbeatRange, changesOf, rulesOf, effectOf } from './rules.ts'

const account = {
  id: '1',
  code: 'acc',
  name: 'Stadtwerke',
  currency_code: 'EUR',
  balance: '0.00',
  bootpolicy: 'wait' as const,
  maxtransactions: 1,
  askonboot: false,
  autolocallists: false,
  heartbeat: 300,
  queueminutes: 10,
  reserveminutes: 15,
  link: 'wss://stations.example/ocpp/acc/',
  created: '2026-01-01T00:00:00.000Z',
  quotas: {
    stations: { used: 12, limit: 1000 },
    cards: { used: 0, limit: 100_000 },
    users: { used: 3, limit: 10_000 },
    logmibperday: { used: 1, limit: 10_240 },
  },
}
const stored = rulesOf(account)

describe('the rules for stations', () => {
  it('send what was changed, and nothing if everything is as stored', () => {
    expect(changesOf(account, stored)).toBeNull()
    expect(changesOf(account, { ...stored, askonboot: true, maxtransactions: 0 })).toEqual({
      askonboot: true,
      maxtransactions: 0,
    })
  })

  it.each([
    ['accept', 'accept', null],
    ['accept', 'wait', 'wait'],
    ['wait', 'accept', 'accept'],
    ['wait', 'reject', 'reject'],
    ['reject', 'wait', null],
  ] as const)('from %s to %s: shows the effect on existing stations', (before, bootpolicy, effect) => {
    expect(effectOf({ ...account, bootpolicy: before }, { ...stored, bootpolicy })).toBe(effect)
  })

  it('shows the heartbeat interval with a fifth more or less', () => {
    expect(heartbeatRange(300)).toEqual({ from: 240, to: 360 })
  })
})
