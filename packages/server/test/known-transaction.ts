import type { KnownTransaction } from '../src/shared/facts.ts'
import { newId } from '../src/shared/ids.ts'

/** Returns a running transaction. */
export const knownTransaction = (more: Partial<KnownTransaction> = {}): KnownTransaction => ({
  id: newId(),
  number: 1,
  accountId: newId(),
  stationId: newId(),
  evseNo: 1,
  idTag: 't',
  idTagFolded: 't',
  cardId: null,
  decision: 'Accepted',
  reservationNumber: null,
  startKey: 'k',
  startedAt: new Date(),
  startedSent: null,
  receivedStartAt: new Date(),
  meterStartWh: 0,
  flags: [],
  state: 'running',
  energyWh: 0,
  meterLastWh: null,
  powerW: null,
  soc: null,
  readingsAt: null,
  stopPayload: null,
  receivedStopAt: null,
  ...more,
})
