import { useTexts } from '../../lib/texts.ts'
import { AskDialog } from './ask-dialog.tsx'
import { askStation } from './station-answer.tsx'
import type { Connector } from './station-queries.ts'

/** Sets a connector out of service or back into service (ChangeAvailability). */
export function ServiceDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const to = connector.statecode === 'unavailable' ? 'Operative' : 'Inoperative'
  const number = connector.connectorid
  return (
    <AskDialog
      title={t(`service.title.${to}`, { number })}
      lead={t(`service.lead.${to}`)}
      action={t(`service.action.${to}`)}
      ask={() => askStation(connector.stationid, 'ChangeAvailability', { connectorId: number, type: to })}
      refused={t('service.refused')}
      doneMessage={t(`service.done.${to}`, { number })}
      onClose={onClose}
    />
  )
}
