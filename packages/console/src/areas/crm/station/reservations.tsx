import { reservationCount, reservationList } from '@stationmaster/contract'
import { IconCalendarClock, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { StationRequestDialog } from '../../../features/stations/station-request-dialog.tsx'
import {
  reservationColumns,
  useReservationStateLabel,
} from '../../../features/stations/reservation-columns.tsx'
import type { StationAnswer } from '../../../features/stations/station-answer.tsx'
import { MethodItems } from '../../../ui/methods/method-items.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import type { Reservation } from '../../../features/stations/station-queries.ts'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { runMethod } from '../../../lib/methods.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import css from './station.module.css'

const where = { ...listParameters, state: oneOf(['all', 'active', 'used', 'cancelled', 'expired']) }

/** The reservations of one station; active ones can be cancelled. */
export function Reservations({ station }: { station: Station }) {
  const t = useTexts('station')
  const word = useReservationStateLabel()
  const [at, go] = useAddress(where)
  const [cancelling, setCancelling] = useState<Reservation | null>(null)
  const reservations = usePagedList({
    name: 'station-reservations',
    list: reservationList,
    count: reservationCount,
    columns: reservationColumns,
    where,
    at,
    go,
    fields: ['code', 'parentcode'],
    filter: { stationid: station.id },
    filterBy: { state: 'statecode' },
    order: ['created DESC'],
    hints: ['reservation.changed', 'station.changed', 'rights.changed'],
    station: station.id,
  })
  return (
    <div className={`${css.flush} ${css.list}`}>
      <ListFrame
        list={reservations}
        label={t('sections.reservations')}
        file={`reservations-${station.identity}`}
        placeholder={t('reservations.filter')}
        filters={[
          segmentFilter(reservations, 'state', {
            label: t('reservations.columns.state'),
            word: (state) => (state === 'all' ? t('reservations.all') : word(state)),
          }),
        ]}
        empty={
          <Empty
            icon={<IconCalendarClock size={28} stroke={1.5} />}
            title={t('reservations.empty')}
            lead={t('reservations.emptyLead')}
          />
        }
        rowName={(row) => String(row.reservationid)}
        rowState={(row) => row.statecode}
        renderMenu={(row) =>
          Object.keys(row.methods).length > 0 && (
            <MethodItems
              classCode="reservation"
              object={row}
              subject="Transactions"
              items={{
                cancel: {
                  label: t('acts.release'),
                  icon: <IconTrash size={16} />,
                  run: () => setCancelling(row),
                },
              }}
            />
          )
        }
      />
      {cancelling && <CancelReservation reservation={cancelling} onClose={() => setCancelling(null)} />}
    </div>
  )
}

/** Runs the method and returns the answer of the station. */
const cancel = async (id: string): Promise<StationAnswer> =>
  (await runMethod(id, 'cancel')).outcome as StationAnswer // of a method that sends a command

function CancelReservation({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
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
      request={() => cancel(reservation.id)}
      refused={t('release.refused')}
      doneMessage={t('release.done')}
      onClose={onClose}
    />
  )
}
