import { connectorReserveCancel } from '@stationmaster/contract'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { StationRequestDialog } from './station-request-dialog.tsx'
import type { Connector, Reservation } from './station-queries.ts'

/** Dialog that cancels a reservation at the station. */
export function ReleaseDialog({
  connector,
  reservation,
  onClose,
}: {
  connector: Connector
  reservation: Reservation | null
  onClose: () => void
}) {
  const t = useTexts('station')
  const format = useFormat()
  const number = connector.connectorid
  return (
    <StationRequestDialog
      title={t('release.title', { number })}
      lead={
        reservation &&
        t('release.lead', { card: reservation.code, until: format.dateTime(reservation.expirydate) })
      }
      action={t('acts.release')}
      request={() => call(connectorReserveCancel, { id: connector.id })}
      refused={t('release.refused')}
      doneMessage={t('release.done')}
      onClose={onClose}
    />
  )
}
