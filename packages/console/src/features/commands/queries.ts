import {
  type AnswerOf,
  cardList,
  commandList,
  profileList,
  reservationList,
  stationConfiguration,
  stationList,
  transactionCount,
  transactionList,
} from '@stationmaster/contract'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { textSearch } from '../../lib/list.ts'
import { endpointQuery, useEndpoint } from '../../lib/query.ts'
import { isLikeId, stationNamed, useOwnAccount } from '../../lib/station-name.ts'
import type { Suggestion } from '../../ui/schema-form/form-context.ts'
import type { CommandName } from './command-list.tsx'

type Station = AnswerOf<typeof stationList>[number]
export type Command = AnswerOf<typeof commandList>[number]

/** True if the command still waits for its result. */
export const isOpen = (command: Command): boolean =>
  command.statecode === 'queued' || command.statecode === 'sent'

/** With more selected stations than this, only their number is shown. */
export const maxNamed = 50

/** Maximum number of stations requested for these names. */
const maxRequested = 1000

/** Returns the stations for the picker: those that match the text, and the selected ones in any case. */
export function useStationChoices(text: string, chosen: readonly string[]) {
  const matching = useEndpoint(
    stationList,
    { search: textSearch(text, ['identity', 'label']), reclimit: 50, orderby: ['identity'] },
    { keepPrevious: true, hints: ['station.changed'] },
  )
  const isShort = chosen.length <= maxNamed
  const byIdentity = useNamed('identity', isShort ? chosen : [])
  const byId = useNamed('id', isShort ? chosen.filter(isLikeId) : [])
  const own = useOwnAccount()
  const known = [...byIdentity.stations, ...byId.stations]
  const isSettled = isShort && byIdentity.isSettled && byId.isSettled
  const exists = (name: string): boolean => known.some(({ id, identity }) => identity === name || id === name)
  return {
    matching: matching.data ?? [],
    /** Names that match no station; empty while the response is pending. */
    unknown: isSettled ? chosen.filter((name) => !exists(name)) : [],
    /** The selected stations that are known, by their names in the address. */
    chosen: new Map(
      chosen.flatMap((name) => {
        const station = stationNamed(known, name, own)
        return station ? [[name, station] as const] : []
      }),
    ),
  }
}

/** Finds stations with these identities or ids; administrators may get several stations for one identity. */
function useNamed(
  column: 'id' | 'identity',
  names: readonly string[],
): { stations: readonly Station[]; isSettled: boolean } {
  const found = useEndpoint(
    stationList,
    { filter: { [column]: [...names] }, reclimit: maxRequested },
    { keepPrevious: true, hints: ['station.changed'], enabled: names.length > 0 },
  )
  if (names.length === 0) return { stations: [], isSettled: true }
  return { stations: found.data ?? [], isSettled: found.isSuccess && !found.isPlaceholderData }
}

/** Commands of a run, refreshed by hints while some are open. */
export function useRun(runId: string | null) {
  return useEndpoint(
    commandList,
    { filter: { runid: runId }, orderby: ['identity'], reclimit: 5000 },
    { hints: ['command.changed', 'rights.changed'], keepPrevious: true, enabled: runId !== null },
  )
}

/** A selected station: its name in the address, and its id if known. */
export interface ChosenStation {
  name: string
  id: string | null
}

/** Filters by ids if all are known, otherwise by names; the name of a station of another account is its id. */
function stationFilter(stations: readonly ChosenStation[]): Record<string, string[]> {
  if (stations.length === 0) return {}
  const filtered = stations.slice(0, maxFilterValues)
  const ids = filtered.flatMap(({ id, name }) => id ?? (isLikeId(name) ? name : []))
  return ids.length === filtered.length ? { stationid: ids } : { identity: filtered.map(({ name }) => name) }
}

/** Maximum number of values in a filter. */
const maxFilterValues = 1000

/**
 * Returns the newest commands of one kind to these stations (at most as many stations as a filter takes), or
 * to any station if none is selected.
 */
export function useHistory(action: CommandName | null, stations: readonly ChosenStation[]) {
  const filter = { ...(action ? { action } : {}), ...stationFilter(stations) }
  return useEndpoint(
    commandList,
    { filter, orderby: ['created DESC'], reclimit: 10 },
    { hints: ['command.changed', 'rights.changed'], keepPrevious: true },
  )
}

/**
 * Returns the number of running transactions at these stations: any kind of Reset stops all of them (OCPP
 * 1.6, 5.14). Null while it is not known, or for stations of which only the identity is known.
 */
export function useRunningAt(stations: readonly ChosenStation[], enabled: boolean): number | null {
  const ids = stations.flatMap(({ id, name }) => id ?? (isLikeId(name) ? name : []))
  const isAskable = enabled && ids.length > 0 && ids.length === stations.length
  const parts = Array.from({ length: Math.ceil(ids.length / maxFilterValues) }, (_, at) =>
    ids.slice(at * maxFilterValues, (at + 1) * maxFilterValues),
  )
  return useQueries({
    queries: isAskable
      ? parts.map((stationid) =>
          endpointQuery(
            transactionCount,
            { filter: { statecode: 'running', stationid } },
            { hints: ['transaction.started', 'transaction.stopped'] },
          ),
        )
      : [],
    combine: (answers) =>
      isAskable && answers.every(({ data }) => data !== undefined)
        ? answers.reduce((sum, { data }) => sum + (data?.count ?? 0), 0)
        : null,
  })
}

/** Returns suggestions for fields: cards, running transactions, configuration keys, stored profiles. */
export function useFieldOffers(station: { id: string; identity: string } | null) {
  const [cardText, setCardText] = useState('')
  const cards = useEndpoint(
    cardList,
    { search: textSearch(cardText, ['code', 'name', 'label']), reclimit: 20 },
    { keepPrevious: true },
  )
  const running = useEndpoint(
    transactionList,
    { filter: { statecode: 'running', ...(station ? { stationid: station.id } : {}) }, reclimit: 20 },
    { hints: ['transaction.started', 'transaction.stopped'], keepPrevious: true, enabled: station !== null },
  )
  const reserved = useEndpoint(
    reservationList,
    { filter: { statecode: 'active', ...(station ? { stationid: station.id } : {}) }, reclimit: 20 },
    { hints: ['reservation.changed'], keepPrevious: true, enabled: station !== null },
  )
  const keys = useEndpoint(
    stationConfiguration,
    { id: station?.id ?? '' },
    { hints: ['command.changed'], keepPrevious: true, enabled: station !== null },
  )
  const profiles = useEndpoint(profileList, { reclimit: 100 }, { hints: ['profile.changed'] })
  const suggestions = useMemo(
    () => ({
      card: (cards.data ?? []).map(
        (card): Suggestion => ({ value: card.code, note: card.name ?? card.label ?? '' }),
      ),
      transaction: (running.data ?? []).map(
        (row): Suggestion => ({
          value: String(row.transactionid),
          note: `${row.identity} · ${row.connectorid}`,
        }),
      ),
      reservation: (reserved.data ?? []).map(
        (row): Suggestion => ({ value: String(row.reservationid), note: `${row.code} · ${row.connectorid}` }),
      ),
      'configuration-key': (keys.data ?? []).map(
        ({ key, value }): Suggestion => ({ value: key, note: value ?? '' }),
      ),
    }),
    [cards.data, running.data, reserved.data, keys.data],
  )
  const limits = useMemo(
    () =>
      Object.fromEntries(
        (keys.data ?? []).flatMap(({ key, value }) =>
          value !== null && /^\d+$/.test(value) ? [[key, Number(value)] as const] : [],
        ),
      ),
    [keys.data],
  )
  return { suggestions, limits, profiles: profiles.data ?? [], searchCards: setCardText }
}
