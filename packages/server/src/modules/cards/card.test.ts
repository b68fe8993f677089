import { describe, expect, it } from 'vitest'
import type { KnownCard } from '../../shared/facts.ts'
import { cardStatus, foldCode, idTagInfo, startStatus } from './card.ts'

const now = new Date('2026-06-01T12:00:00Z')
const card = (more: Partial<KnownCard> = {}): KnownCard => ({
  id: 'c',
  code: 'A',
  state: 'enabled',
  expiresAt: null,
  parentCode: null,
  maxTransactions: 1,
  tokenType: null,
  clientId: null,
  tags: [],
  prepaid: null,
  ...more,
})

describe('cardStatus', () => {
  it.each([
    ['nobody has it', null, 'Invalid'],
    ['it is valid', card(), 'Accepted'],
    ['it is blocked', card({ state: 'disabled' }), 'Blocked'],
    ['it was never enabled', card({ state: 'created' }), 'Blocked'],
    ['it was deleted', card({ state: 'deleted' }), 'Invalid'],
    ['it has expired', card({ expiresAt: now }), 'Expired'],
    ['it will expire', card({ expiresAt: new Date(now.getTime() + 1) }), 'Accepted'],
    ['it is blocked and has expired', card({ state: 'disabled', expiresAt: now }), 'Blocked'],
  ])('card with %s', (_, known, status) => {
    expect(cardStatus(known, now)).toBe(status)
  })

  it.each([
    [1, 0, 'Accepted'],
    [1, 1, 'ConcurrentTx'],
    [2, 1, 'Accepted'],
    [2, 2, 'ConcurrentTx'],
    [0, 99, 'Accepted'],
  ])(
    'allows or refuses one more transaction with a limit of %i and %i running',
    (maxTransactions, running, status) => {
      expect(startStatus(card({ maxTransactions }), running, now)).toBe(status)
    },
  )

  it("reports a card's own reason before ConcurrentTx", () => {
    expect(startStatus(card({ state: 'disabled' }), 5, now)).toBe('Blocked')
    expect(startStatus(null, 5, now)).toBe('Invalid')
  })

  it("includes expiry and group for the station's cache", () => {
    expect(idTagInfo(card(), 'Accepted')).toEqual({ status: 'Accepted' })
    expect(Object.keys(idTagInfo(card({ expiresAt: now, parentCode: 'G' }), 'Expired'))).toEqual([
      'expiryDate',
      'parentIdTag',
      'status',
    ])
  })
})

// Proves Q24, Q25, Q46
describe('foldCode', () => {
  it.each([
    ['04A2B3', '04a2b3'],
    [' 04a2B3\u0010\u000e', '04a2b3'],
    [String.raw`A\B`, String.raw`a\b`],
    ['', ''],
    ['\0', ''],
    ['\ud800x', '\ufffdx'],
  ])('folds %j to %j', (code, folded) => {
    expect(foldCode(code)).toBe(folded)
  })
})
