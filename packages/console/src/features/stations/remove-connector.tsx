import { connectorRemove } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Dialog, LeaveButton } from '../../ui/feedback/dialog.tsx'
import { Failure } from '../../ui/feedback/feedback.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Stack } from '../../ui/page/page.tsx'
import type { Connector } from './station-queries.ts'

/** Removes a connector that is known only from a StartTransaction. */
export function RemoveConnector({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const tShell = useTexts()
  const queries = useQueryClient()
  const number = connector.connectorid
  const remove = useMutation({
    mutationFn: () => call(connectorRemove, { id: connector.id }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['Stations'] })
      toast(t('connector.removed', { number }))
      onClose()
    },
  })
  return (
    <Dialog
      title={t('connector.remove', { number })}
      onClose={onClose}
      footer={
        <>
          <LeaveButton>{tShell('ui.cancel')}</LeaveButton>
          <Button kind="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('connector.removeAction')}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{t('connector.removeLead')}</p>
        {remove.error && <Failure error={remove.error} />}
      </Stack>
    </Dialog>
  )
}
