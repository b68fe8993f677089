import { reservationStates } from '@stationmaster/contract'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { Identity } from '../../ui/data/copy.tsx'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Ago } from '../../ui/time/moment.tsx'
import type { Reservation } from './station-queries.ts'

const tones: Record<Reservation['statecode'], Tone> = {
  requested: 'busy',
  active: 'busy',
  used: 'good',
  cancelled: 'calm',
  expired: 'calm',
  refused: 'bad',
}

/** Returns a function that translates states of reservations; custom labels take precedence. */
export function useReservationStateLabel() {
  const t = useTexts('station')
  const given = useCustomLabels()
  return (state: Reservation['statecode']): string =>
    given('reservation', state) ?? t(`reservations.states.${state}`)
}

function ReservationState({ code }: { code: Reservation['statecode'] }) {
  const word = useReservationStateLabel()
  const state = reservationStates.find((known) => known === code) ?? 'expired'
  return <ToneChip tone={tones[state]}>{word(state)}</ToneChip>
}

const none = <span className="muted">–</span>

/** Columns of the reservations of one station. */
export const reservationColumns: readonly Column<Reservation>[] = [
  {
    id: 'card',
    title: 'station:reservations.columns.card',
    sort: 'code',
    narrow: 'title',
    cell: (row) => <Identity value={row.code} />,
  },
  {
    id: 'state',
    title: 'station:reservations.columns.state',
    sort: 'statecode',
    narrow: 'badge',
    cell: (row) => <ReservationState code={row.statecode} />,
  },
  {
    id: 'connector',
    title: 'station:reservations.columns.connector',
    sort: 'connectorid',
    num: true,
    cell: (row) => row.connectorid,
  },
  {
    id: 'volume',
    title: 'station:reservations.columns.volume',
    sort: 'volume',
    num: true,
    cell: (row, { format }) => (row.volume === null ? none : format.energy(row.volume)),
  },
  {
    id: 'from',
    title: 'station:reservations.columns.from',
    sort: 'datestart',
    cell: (row) => <Ago at={row.datestart} />,
  },
  {
    id: 'until',
    title: 'station:reservations.columns.until',
    sort: 'expirydate',
    narrow: 'subtitle',
    cell: (row) => <Ago at={row.expirydate} />,
  },
  {
    id: 'ended',
    title: 'station:reservations.columns.ended',
    sort: 'datestop',
    cell: (row) => <Ago at={row.datestop} />,
  },
  {
    id: 'transaction',
    title: 'station:reservations.columns.transaction',
    sort: 'transactionid',
    num: true,
    cell: (row) => (row.transactionid === null ? none : <Identity value={String(row.transactionid)} />),
  },
  {
    id: 'number',
    title: 'station:reservations.columns.number',
    sort: 'reservationid',
    num: true,
    narrow: 'value',
    cell: (row) => <Identity value={String(row.reservationid)} />,
  },
]
