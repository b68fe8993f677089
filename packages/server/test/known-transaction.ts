import type { KnownTransaction } from '../src/shared/facts.ts'
import { newId } from '../src/shared/ids.ts'

/** Returns a running transaction. */
export const knownTransaction = (more: Partial<KnownTransaction> = {}): KnownTransaction => ({
  id: newId(),
  number: 1,
  stationId: newId(),
  evseNo: 1,
  idTagFolded: 't',
  decision: 'Accepted',
  startKey: 'k',
  startedAt: new Date(),
  receivedStartAt: new Date(),
  meterStartWh: 0,
  flags: [],
  state: 'running',
  energyWh: 0,
  meterLastWh: null,
  energyStartedAt: null,
  readingsAt: null,
  stopPayload: null,
  receivedStopAt: null,
  ...more,
})
