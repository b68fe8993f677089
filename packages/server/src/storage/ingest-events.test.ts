import { expect, it } from 'vitest'
import type { EventFact, LogFact } from '../shared/facts.ts'
import { joinEvents } from './ingest-events.ts'

const stationId = 'station'
const entry = (messageId: string | null, more: Partial<LogFact> = {}): LogFact => ({
  at: '2026-01-01T00:00:00.000Z',
  accountId: 'account',
  stationId,
  isOutgoing: false,
  action: 'StatusNotification',
  messageId,
  request: '{}',
  response: '{}',
  errorCode: null,
  durationMs: 1,
  commandId: null,
  ...more,
})
const event = (messageId: string | null, more: Partial<EventFact> = {}): EventFact => ({
  atMs: 1,
  accountId: 'account',
  kind: 'state_changed',
  stationId,
  evseNo: 1,
  cardId: null,
  idTag: null,
  transactionNumber: null,
  reportedAt: null,
  messageId,
  details: null,
  ...more,
})

it('writes an event with the log entry of its message, in the order of the log', () => {
  const log = [entry('1'), entry('2'), entry(null)]
  const joined = joinEvents({ log, activity: [event('2')] })
  expect(joined.activity).toEqual([])
  expect(joined.log).toEqual([])
  expect(joined.loggedEvents.map(({ messageId, kind }) => [messageId, kind])).toEqual([
    ['1', null],
    ['2', 'state_changed'],
    [null, null],
  ])
  expect(joined.loggedEvents[1]).toEqual({ ...event('2'), ...log[1] })
})

it('writes other events alone: without an entry, of another station, and all but the last one of a message', () => {
  const last = event('1', { kind: 'session_review' })
  const alone = [event(null), event('3'), event('1', { stationId: 'other' })]
  const joined = joinEvents({ log: [entry('1')], activity: [event('1'), last, ...alone] })
  expect(joined.loggedEvents.map(({ kind }) => kind)).toEqual(['session_review'])
  expect(joined.activity).toHaveLength(4)
  expect(joined.activity).toEqual(expect.arrayContaining([event('1'), ...alone]))
})

it('joins an event with one entry only', () => {
  const joined = joinEvents({ log: [entry('1'), entry('1')], activity: [event('1')] })
  expect(joined.loggedEvents.map(({ kind }) => kind)).toEqual(['state_changed', null])
})

it('leaves rows as they are if none has both', () => {
  const given = { log: [entry('1')], activity: [event('2')] }
  expect(joinEvents(given)).toEqual({ ...given, loggedEvents: [] })
})
