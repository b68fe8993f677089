import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import {
  agoColumn,
  cardColumn,
  codeColumn,
  none,
  numberColumn,
  stateChip,
  stateColumn,
} from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import type { Reservation } from './station-queries.ts'

/** Returns a function that translates states of reservations; custom labels take precedence. */
export function useReservationStateLabel() {
  const t = useTexts('station')
  const given = useCustomLabels()
  return (state: Reservation['statecode']): string =>
    given('reservation', state) ?? t(`reservations.states.${state}`)
}

const ReservationState = stateChip<Reservation['statecode']>({
  tones: {
    requested: 'busy',
    active: 'busy',
    used: 'good',
    cancelled: 'calm',
    expired: 'calm',
    refused: 'bad',
  },
  word: (state) => `station:reservations.states.${state}`,
  classCode: 'reservation',
})

/** Columns of the reservations of one station. */
export const reservationColumns: readonly Column<Reservation>[] = [
  cardColumn('station:reservations.columns.card', { narrow: 'title', file: [{ field: 'code' }] }),
  stateColumn('statecode', 'station:reservations.columns.state', { id: 'state', Chip: ReservationState }),
  numberColumn('connectorid', 'station:reservations.columns.connector', { id: 'connector' }),
  {
    id: 'volume',
    title: 'station:reservations.columns.volume',
    sort: 'volume',
    file: [{ field: 'volume', unit: 'kWh' }],
    num: true,
    cell: (row, { format }) => (row.volume === null ? none : format.energy(row.volume)),
  },
  agoColumn('datestart', 'station:reservations.columns.from', { id: 'from' }),
  agoColumn('expirydate', 'station:reservations.columns.until', { id: 'until', narrow: 'subtitle' }),
  agoColumn('datestop', 'station:reservations.columns.ended', { id: 'ended' }),
  codeColumn('transactionid', 'station:reservations.columns.transaction', { id: 'transaction', num: true }),
  codeColumn('reservationid', 'station:reservations.columns.number', {
    id: 'number',
    num: true,
    narrow: 'value',
  }),
]
