import { expect, test } from 'vitest'
import type { KnownTransaction } from '../../shared/facts.ts'
import type { CallContext, StationKnowledge } from '../../shared/station-connection.ts'
import { transactionStateOf } from './transaction-states.ts'

const receivedAt = new Date('2026-01-01T12:00:00Z')
const transaction = {
  id: 'a',
  number: 1,
  evseNo: 1,
  startedAt: new Date('2026-01-01T11:00:00Z'),
  energyStartedAt: null,
} as KnownTransaction

test('the state of a transaction that was started over another connection is stored', () => {
  const station = { evses: new Map(), running: new Map([[1, transaction]]), timeZone: null }
  const state = transactionStateOf(
    station as unknown as StationKnowledge,
    { connectorId: 1, errorCode: 'NoError', status: 'Charging' },
    { receivedAt } as CallContext,
  )
  expect(state).toMatchObject({ transactionId: 'a', state: 'charging', energyStart: transaction })
})
