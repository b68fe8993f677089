import {
  type AnswerOf,
  cardList,
  commandCancel,
  commandList,
  commandSend,
  profileList,
  reservationList,
  stationConfiguration,
  stationList,
  transactionList,
} from '@stationmaster/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../lib/call.ts'
import { textSearch } from '../../lib/list.ts'
import { ask } from '../../lib/query.ts'
import type { Suggestion } from '../../ui/schema-form/form-context.ts'
import type { JsonObject } from '../../ui/schema-form/schema.ts'
import type { CommandName } from './command-list.tsx'

export type Command = AnswerOf<typeof commandList>[number]

/** States in which a command still waits for its end. */
export const isOpen = (command: Command): boolean =>
  command.statecode === 'queued' || command.statecode === 'sent'

/** More chosen stations than this are a number, no names. */
export const mostNamed = 50

/** Stations for the picker: what matches the text, and the chosen ones whatever the text. */
export function useStationChoices(text: string, chosen: readonly string[]) {
  const matching = useQuery(
    ask(
      stationList,
      { search: textSearch(text, ['identity', 'label']), reclimit: 50, orderby: ['identity'] },
      { keep: true, hints: ['station.changed'] },
    ),
  )
  const known = useQuery({
    ...ask(
      stationList,
      { filter: { identity: [...chosen] }, reclimit: mostNamed },
      { keep: true, hints: ['station.changed'] },
    ),
    enabled: chosen.length > 0 && chosen.length <= mostNamed,
  })
  return { matching: matching.data ?? [], chosen: chosen.length > 0 ? (known.data ?? []) : [] }
}

/** Commands of a run, refreshed by hints while some still wait. */
export function useRun(runId: string | null) {
  return useQuery({
    ...ask(
      commandList,
      { filter: { runid: runId }, orderby: ['identity'], reclimit: 5000 },
      { hints: ['command.changed'], keep: true },
    ),
    enabled: runId !== null,
  })
}

/** As many values as a filter takes. */
const mostAsked = 1000

/**
 * The newest commands of one kind to these stations (of more than a filter takes: to the first of them); of any
 * station when none is chosen.
 */
export function useHistory(action: CommandName | null, identities: readonly string[]) {
  const filter = {
    ...(action ? { action } : {}),
    ...(identities.length > 0 ? { identity: identities.slice(0, mostAsked) } : {}),
  }
  return useQuery(
    ask(
      commandList,
      { filter, orderby: ['created DESC'], reclimit: 10 },
      { hints: ['command.changed'], keep: true },
    ),
  )
}

export function useSend() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (what: { identities: string[]; action: string; payload: JsonObject }) =>
      call(commandSend, what),
    onSettled: () => queries.invalidateQueries({ queryKey: ['Commands'] }),
  })
}

export function useCancel() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(commandCancel, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['Commands'] }),
  })
}

/** What fields offer beside free text: cards, running transactions, configuration keys, stored profiles. */
export function useFieldOffers(station: { id: string; identity: string } | null) {
  const [cardText, setCardText] = useState('')
  const cards = useQuery(
    ask(cardList, { search: textSearch(cardText, ['code', 'name', 'label']), reclimit: 20 }, { keep: true }),
  )
  const running = useQuery({
    ...ask(
      transactionList,
      { filter: { statecode: 'running', ...(station ? { identity: station.identity } : {}) }, reclimit: 20 },
      { hints: ['transaction.started', 'transaction.stopped'], keep: true },
    ),
    enabled: station !== null,
  })
  const reserved = useQuery({
    ...ask(
      reservationList,
      { filter: { statecode: 'active', ...(station ? { identity: station.identity } : {}) }, reclimit: 20 },
      { hints: ['reservation.changed'], keep: true },
    ),
    enabled: station !== null,
  })
  const keys = useQuery({
    ...ask(stationConfiguration, { id: station?.id ?? '' }, { hints: ['command.changed'], keep: true }),
    enabled: station !== null,
  })
  const profiles = useQuery(ask(profileList, { reclimit: 100 }, { hints: ['profile.changed'] }))
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
