import {
  type AnswerOf,
  connectorList,
  type ErrorCode,
  type HintKind,
  reservationList,
  stationGet,
  transactionList,
} from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, CallError } from '../../lib/call.ts'
import { endpointQuery, useEndpoint } from '../../lib/query.ts'
import { isLikeId, ownAccount } from '../../lib/station-name.ts'

export type Connector = AnswerOf<typeof connectorList>[number]
export type Reservation = AnswerOf<typeof reservationList>[number]
export type RunningSession = AnswerOf<typeof transactionList>[number]

const stationHints = [
  'station.changed',
  'connector.changed',
  'transaction.started',
  'transaction.stopped',
  'rights.changed',
] as const satisfies readonly HintKind[]

/** Query of one station by its name in the address: its identity or its id. `id` narrows the hints to it. */
export function stationQuery(name: string, id?: string) {
  return {
    ...endpointQuery(stationGet, isLikeId(name) ? { id: name } : { identity: name }, {
      hints: stationHints,
      station: id,
    }),
    queryFn: ({ signal }: { signal: AbortSignal }) => findStation(name, signal),
  }
}

async function findStation(name: string, signal: AbortSignal): Promise<AnswerOf<typeof stationGet>> {
  const byIdentity = (identity: string) => call(stationGet, { identity }, { signal })
  try {
    if (isLikeId(name)) return await call(stationGet, { id: name }, { signal })
  } catch (failure) {
    // An identity may look like an id.
    if (!isRefused(failure, 'station.not_found')) throw failure
  }
  try {
    return await byIdentity(name)
  } catch (failure) {
    // Administrators may see several stations of one identity; the one of their own account is meant.
    const own = ownAccount()
    if (!isRefused(failure, 'station.identity_ambiguous') || own === undefined) throw failure
    return byIdentity(`${own}/${name}`).catch((other: unknown) => {
      throw isRefused(other, 'station.not_found') ? failure : other
    })
  }
}

const isRefused = (failure: unknown, code: ErrorCode): boolean =>
  failure instanceof CallError && failure.code === code

/** The energy of the day grows with readings, for which there is no hint. */
const whileChargingMs = 30_000

export function useStation(name: string) {
  const queries = useQueryClient()
  const known = queries.getQueryData(stationQuery(name).queryKey)?.id
  return useQuery({
    ...stationQuery(name, known),
    refetchInterval: ({ state }) =>
      state.data?.connectors.some(({ transactionid }) => transactionid !== null) ? whileChargingMs : false,
  })
}

/** What changes connectors, or what can be done with them. */
const connectorHints = [
  'station.changed',
  'connector.changed',
  'transaction.started',
  'transaction.stopped',
  'reservation.changed',
  'rights.changed',
] as const satisfies readonly HintKind[]

/** Returns the connectors of a station in order, without connector 0, which is the station itself. */
export function useConnectors(station: string) {
  const found = useEndpoint(
    connectorList,
    { filter: { stationid: station }, orderby: ['connectorid'] },
    { hints: connectorHints, station },
  )
  const rows = useMemo(() => found.data?.filter(({ connectorid }) => connectorid > 0), [found.data])
  return { ...found, rows }
}

/** Returns the running transactions of a station, newest first. */
export function useRunning(station: string) {
  return useEndpoint(
    transactionList,
    { filter: { stationid: station, statecode: 'running' }, orderby: ['datestart DESC'] },
    { hints: ['transaction.started', 'transaction.changed', 'transaction.stopped'], station },
  )
}

/** Returns the ended transactions of a station, newest first: enough to find the last one of each connector. */
export function useEndedSessions(station: string) {
  return useEndpoint(
    transactionList,
    {
      filter: { stationid: station, statecode: ['finished', 'needs_review'] },
      orderby: ['datestop DESC'],
      reclimit: 30,
    },
    { hints: ['transaction.stopped'], station },
  )
}

/** Returns the newest transaction of a connector, running or ended. */
export function useNewestSession({ stationid, connectorid }: Connector) {
  const found = useEndpoint(
    transactionList,
    { filter: { stationid, connectorid }, orderby: ['receivedstart DESC'], reclimit: 1 },
    {
      hints: ['transaction.started', 'transaction.changed', 'transaction.stopped'],
      station: stationid,
    },
  )
  return found.data?.[0] ?? null
}

/** Returns the active reservations of a station. */
export function useActiveReservations(station: string) {
  return useEndpoint(
    reservationList,
    { filter: { stationid: station, statecode: 'active' } },
    { hints: ['station.changed', 'connector.changed', 'reservation.changed', 'rights.changed'], station },
  )
}
