import { connectorRemove } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { Failure } from '../../ui/feedback/feedback.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { useChange } from '../../lib/use-change.ts'
import type { Connector } from './station-queries.ts'

/** Removes a connector that is known only from a StartTransaction. */
export function RemoveConnector({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const number = connector.connectorid
  const remove = useChange(connectorRemove, { done: t('connector.removed', { number }), onSaved: onClose })
  return (
    <FormDialog
      title={t('connector.remove', { number })}
      action={t('connector.removeAction')}
      danger
      save={remove}
      onSubmit={() => remove.mutate({ id: connector.id })}
      onClose={onClose}
      outcome={remove.error && <Failure small error={remove.error} title={t('ui.deleteFailed')} />}
    >
      <p>{t('connector.removeLead')}</p>
    </FormDialog>
  )
}
