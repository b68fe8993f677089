import { stationSet } from '@stationmaster/contract'
import { IconThumbUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { showFailure } from '../../ui/feedback/failed.ts'
import { toastUndo } from '../../lib/toasts.ts'
import type { Station } from './station-columns.tsx'

type Approval = Station['approval']

/**
 * Approves all these stations; they are informed at their next BootNotification. Can be undone for eight
 * seconds.
 */
export function ApproveStations({ stations, onDone }: { stations: readonly Station[]; onDone: () => void }) {
  const t = useTexts('stations')
  const queries = useQueryClient()
  const run = useMutation({
    mutationFn: ({ decisions }: { decisions: [id: string, approval: Approval][]; onApproved?: () => void }) =>
      Promise.all(decisions.map(([id, approval]) => call(stationSet, { id, approval }))),
    onSuccess: (_, { onApproved }) => onApproved?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['Stations'] }),
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
  const approve = (): void => {
    const before = stations.map(({ id, approval }): [string, Approval] => [id, approval])
    run.mutate({
      decisions: before.map(([id]) => [id, 'accepted']),
      onApproved: () => {
        toastUndo(t('approved', { count: before.length }), () => run.mutate({ decisions: before }))
        onDone()
      },
    })
  }
  return (
    <Button small icon={<IconThumbUp size={14} />} loading={run.isPending} onClick={approve}>
      {t('approve', { count: stations.length })}
    </Button>
  )
}
