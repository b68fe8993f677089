import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { SelectField } from '../../ui/form/fields.tsx'
import { useStateLabel } from '../../ui/state/use-state-label.ts'
import { StationRequestDialog } from './station-request-dialog.tsx'
import { sendToStation } from './station-answer.tsx'
import type { Station } from './station-columns.tsx'

/** Requests the station to unlock a plug. This ends a transaction on the connector (OCPP 1.6, 5.18). */
export function UnlockDialog({
  station,
  connectorid,
  onClose,
}: {
  station: Station
  /** The connector to unlock; without it the user selects one. */
  connectorid?: number
  onClose: () => void
}) {
  const t = useTexts('station')
  const word = useStateLabel('connector')
  const [chosen, setChosen] = useState(connectorid ?? likely(station))
  const isCharging = station.connectors.some(
    (one) => one.connectorid === chosen && one.transactionid !== null,
  )
  return (
    <StationRequestDialog
      title={t('unlock.title', { identity: station.identity })}
      lead={t(isCharging ? 'unlock.leadCharging' : 'unlock.lead')}
      action={t('acts.unlock')}
      danger={isCharging}
      request={() => sendToStation(station.id, 'UnlockConnector', { connectorId: chosen })}
      refused={t('unlock.refused')}
      doneMessage={t('unlock.done', { number: chosen })}
      onClose={onClose}
    >
      <SelectField
        label={t('connector.label')}
        data-autofocus
        openOnFocus={false}
        value={String(chosen)}
        onChange={(number) => setChosen(Number(number))}
        data={station.connectors.map((one) => ({
          value: String(one.connectorid),
          label: `${one.connectorid} · ${word(one.statecode)}`,
        }))}
      />
    </StationRequestDialog>
  )
}

/** A stuck plug is most likely at a connector whose transaction has ended. */
function likely({ connectors }: Station): number {
  const hanging = connectors.find(({ statecode }) => statecode === 'finishing')
  return (hanging ?? connectors[0])?.connectorid ?? 1
}
