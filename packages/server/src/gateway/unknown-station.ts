import type { StationKnowledge } from '../shared/station-connection.ts'

/**
 * Returns a placeholder for a station until its data is read from the database: only its ids and its identity
 * are valid.
 */
export const unknownStation = ({
  stationId,
  accountId,
  identity,
}: {
  stationId: string
  accountId: string
  identity: string
}): StationKnowledge => ({
  id: stationId,
  accountId,
  accountCode: '',
  identity,
  policy: 'accept',
  approval: 'policy',
  heartbeatSeconds: 300,
  askOnBoot: false,
  bootStatus: null,
  bootedAt: null,
  timeZone: null,
  state: 'created',
  displayState: 'unavailable',
  zeroState: null,
  evses: new Map(),
  running: new Map(),
  orphanSamples: new Set(),
  orphanStops: [],
})
