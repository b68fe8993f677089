import { incidentAcknowledge, incidentAssign, incidentSnooze } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { toastUndo } from '../../lib/toasts.ts'
import { useChange } from '../../lib/use-change.ts'
import type { Incident } from './incident-words.ts'

type Changed = Pick<Incident, 'id' | 'number' | 'acknowledged' | 'snoozeduntil' | 'assignee'>

/** Returns functions that acknowledge, snooze and assign an incident; each can be undone for some seconds. */
export function useIncidentChanges() {
  const t = useTexts('incidents')
  const acknowledge = useChange(incidentAcknowledge, { done: null })
  const snooze = useChange(incidentSnooze, { done: null })
  const assign = useChange(incidentAssign, { done: null })
  return {
    isBusy: acknowledge.isPending || snooze.isPending || assign.isPending,
    error: acknowledge.error ?? snooze.error ?? assign.error,
    /** Acknowledges, or withdraws the acknowledgement. */
    toggleAcknowledged({ id, number, acknowledged: at }: Changed) {
      const acknowledged = at === null
      const onSuccess = () =>
        toastUndo(t(acknowledged ? 'done.acknowledged' : 'done.unacknowledged', { number }), () =>
          acknowledge.mutate({ id, acknowledged: !acknowledged }),
        )
      acknowledge.mutate({ id, acknowledged }, { onSuccess })
    },
    snoozeUntil({ id, number, snoozeduntil }: Changed, until: Date | null) {
      // a time that has passed cannot be set again
      const before = snoozeduntil !== null && Date.parse(snoozeduntil) > Date.now() ? snoozeduntil : null
      const onSuccess = () =>
        toastUndo(t(until ? 'done.snoozed' : 'done.unsnoozed', { number }), () =>
          snooze.mutate({ id, until: before }),
        )
      snooze.mutate({ id, until: until?.toISOString() ?? null }, { onSuccess })
    },
    assignTo({ id, number, assignee: before }: Changed, assignee: string | null) {
      if (assignee === before) return
      const onSuccess = () =>
        toastUndo(t(assignee ? 'done.assigned' : 'done.unassigned', { number }), () =>
          assign.mutate({ id, assignee: before }),
        )
      assign.mutate({ id, assignee }, { onSuccess })
    },
  }
}
