import { expect, it } from 'vitest'
import { attemptsIn, isRefused, refusalOf } from './attempt.ts'
import { cardReason } from './card-reason.ts'

it.each([
  ['Accepted', 'enabled', 'enabled', 'canCharge'],
  ['Blocked', 'disabled', 'disabled', 'blocked'],
  ['Blocked', 'lost', 'disabled', 'lost'],
  ['Blocked', 'created', 'created', 'notActive'],
  ['Blocked', 'stolen', 'disabled', 'blocked'],
  ['Expired', 'enabled', 'enabled', 'expired'],
  ['ConcurrentTx', 'enabled', 'enabled', 'inUse'],
  ['Invalid', 'deleted', 'deleted', 'deleted'],
] as const)(
  'a card with status %s in state %s of type %s: %s',
  (verdict, statecode, statetypecode, reason) => {
    expect(cardReason({ verdict, statecode, statetypecode })).toBe(reason)
  },
)

const event = (
  kind: 'authorization_refused' | 'session_started' | 'command_ended',
  details: Record<string, string>,
) => ({ kind, details })

it('a refused card, and a command that the station did not accept, are refused attempts', () => {
  expect(isRefused(event('authorization_refused', { status: 'Blocked' }))).toBe(true)
  expect(isRefused(event('command_ended', { result: 'Rejected' }))).toBe(true)
  expect(isRefused(event('command_ended', { reason: 'station.offline' }))).toBe(true)
  expect(isRefused(event('command_ended', { result: 'Accepted' }))).toBe(false)
  expect(isRefused(event('session_started', { status: 'Accepted' }))).toBe(false)
  expect(refusalOf(event('authorization_refused', { status: 'Blocked' }))).toBe('Blocked')
  const tooLow = { status: 'Blocked', reason: 'balance_too_low' }
  expect(refusalOf(event('authorization_refused', tooLow))).toBe('Balance')
  expect(refusalOf(event('authorization_refused', { status: 'NoCredit' }))).toBeNull()
})

it('a session that started with a refused card is one attempt', () => {
  const refused = event('authorization_refused', { status: 'Blocked' })
  const started = event('session_started', { status: 'Accepted' })
  expect(attemptsIn([event('session_started', { status: 'Blocked' }), refused, started])).toEqual([
    refused,
    started,
  ])
})
