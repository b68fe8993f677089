import type { StationKnowledge } from '../shared/station-connection.ts'

/** What a session knows of its station until the database has told it: who it is, and nothing that is true of it. */
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
  connectors: new Map(),
  running: new Map(),
  orphanSamples: new Set(),
  orphanStops: [],
})
