import { commandSend, reservationCount, reservationList } from '@stationmaster/contract'
import { IconCalendarClock, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { StationRequestDialog } from '../../../features/stations/station-request-dialog.tsx'
import { unreachableReason } from '../../../features/stations/connector-rules.ts'
import {
  reservationColumns as columns,
  useReservationStateLabel,
} from '../../../features/stations/reservation-columns.tsx'
import { sendToStation } from '../../../features/stations/station-answer.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import type { Reservation } from '../../../features/stations/station-queries.ts'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import css from './station.module.css'

const states = ['all', 'active', 'used', 'cancelled', 'expired'] as const
const where = { ...listParameters, state: oneOf(states) }
const rowId = (row: Reservation) => row.id
const rowName = (row: Reservation) => String(row.reservationid)

/** The reservations of one station; active ones can be cancelled. */
export function Reservations({ station }: { station: Station }) {
  const t = useTexts('station')
  const word = useReservationStateLabel()
  const [at, go] = useAddress(where)
  const [cancelling, setCancelling] = useState<Reservation | null>(null)
  const reservations = useList({
    list: reservationList,
    count: reservationCount,
    at,
    filter: { stationid: station.id, ...(at.state === 'all' ? {} : { statecode: at.state }) },
    search: textSearch(at.q, ['code', 'parentcode']),
    order: ['created DESC'],
    hints: ['reservation.changed'],
    station: station.id,
  })
  const filters = [...(at.q ? [at.q] : []), ...(at.state === 'all' ? [] : [word(at.state)])]
  return (
    <div className={`${css.flush} ${css.list}`}>
      <ListPanel
        list={reservations}
        paging={pagingOf(at, go, reservations.total)}
        filters={filters}
        onClear={() => go({ q: '', state: 'all', page: 1 })}
        toolbar={
          <ListToolbar
            filter={
              <FilterField
                value={at.q}
                placeholder={t('reservations.filter')}
                onChange={(q) => go({ q, page: 1 })}
              />
            }
            chips={
              <SegmentedControl
                aria-label={t('reservations.columns.state')}
                value={at.state}
                onChange={(state) => go({ state: where.state.read(state), page: 1 })}
                data={states.map((value) => ({
                  value,
                  label: value === 'all' ? t('reservations.all') : word(value),
                }))}
              />
            }
            end={<CsvButton csv={reservations.csv} name={`reservations-${station.identity}`} />}
          />
        }
        empty={
          <Empty
            icon={<IconCalendarClock size={28} stroke={1.5} />}
            title={t('reservations.empty')}
            lead={t('reservations.emptyLead')}
          />
        }
      >
        <DataTable
          label={t('sections.reservations')}
          columns={columns}
          rows={reservations.rows}
          rowId={rowId}
          rowName={rowName}
          rowState={(row) => row.statecode}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
          renderMenu={(row) => <CancelItem station={station} reservation={row} onCancel={setCancelling} />}
        />
      </ListPanel>
      {cancelling && (
        <CancelReservation
          station={station.id}
          reservation={cancelling}
          onClose={() => setCancelling(null)}
        />
      )}
    </div>
  )
}

/** Reads rights and connection itself, because rows render by record. */
function CancelItem({
  station,
  reservation,
  onCancel,
}: {
  station: Station
  reservation: Reservation
  onCancel: (reservation: Reservation) => void
}) {
  const t = useTexts('station')
  const isActive = reservation.statecode === 'active' || reservation.statecode === 'requested'
  const maySend = useMay()(commandSend)
  return (
    <Menu.Item
      leftSection={<IconTrash size={16} />}
      disabled={!maySend || !isActive || unreachableReason(station) !== null}
      onClick={() => onCancel(reservation)}
    >
      {t('acts.release')}
    </Menu.Item>
  )
}

function CancelReservation({
  station,
  reservation,
  onClose,
}: {
  /** Id of the station. */
  station: string
  reservation: Reservation
  onClose: () => void
}) {
  const t = useTexts('station')
  const format = useFormat()
  return (
    <StationRequestDialog
      title={t('release.titleOne', { number: reservation.reservationid })}
      lead={t('release.lead', {
        card: reservation.code,
        until: format.dateTime(reservation.expirydate),
      })}
      action={t('acts.release')}
      request={() =>
        sendToStation(station, 'CancelReservation', { reservationId: reservation.reservationid })
      }
      refused={t('release.refused')}
      doneMessage={t('release.done')}
      onClose={onClose}
    />
  )
}
