import { useTexts } from '../../lib/texts.ts'
import { StationRequestDialog } from './station-request-dialog.tsx'
import { sendToStation } from './station-answer.tsx'
import type { Connector } from './station-queries.ts'

/** Sets a connector out of service or back into service (ChangeAvailability). */
export function ServiceDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const to = connector.statecode === 'unavailable' ? 'Operative' : 'Inoperative'
  const number = connector.connectorid
  return (
    <StationRequestDialog
      title={t(`service.title.${to}`, { number })}
      lead={t(`service.lead.${to}`)}
      action={t(`service.action.${to}`)}
      request={() =>
        sendToStation(connector.stationid, 'ChangeAvailability', { connectorId: number, type: to })
      }
      refused={t('service.refused')}
      doneMessage={t(`service.done.${to}`, { number })}
      onClose={onClose}
    />
  )
}
