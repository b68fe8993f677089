import { type AnswerOf, incidentAcknowledge, incidentClose, incidentGet } from '@stationmaster/contract'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useIncidentChanges } from '../../../features/incidents/use-incident-changes.ts'
import { useMay } from '../../../lib/access.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Menu } from '../../../ui/menu.tsx'

const hourMs = 3_600_000

/** Returns the times until which an incident can be hidden. */
function snoozeTimes() {
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  tomorrow.setHours(8, 0, 0, 0)
  return {
    hour: new Date(Date.now() + hourMs),
    tomorrow,
    week: new Date(Date.now() + 7 * 24 * hourMs),
  }
}

/** Acknowledge, snooze and close. */
export function IncidentActions({ incident }: { incident: AnswerOf<typeof incidentGet> }) {
  const t = useTexts('incidents')
  const { id, status, acknowledged } = incident
  const mayChange = useMay()(incidentAcknowledge, { id })
  const changes = useIncidentChanges()
  const close = useChange(incidentClose)
  if (!mayChange || status === 'closed') return null
  const isBusy = changes.isBusy || close.isPending
  const hide = (until: Date | null) => changes.snoozeUntil(incident, until)
  return (
    <>
      <Button
        kind={acknowledged ? 'plain' : 'primary'}
        icon={<IconCheck size={18} />}
        disabled={isBusy}
        onClick={() => changes.toggleAcknowledged(incident)}
      >
        {t(acknowledged ? 'actions.unacknowledge' : 'actions.acknowledge')}
      </Button>
      {status === 'snoozed' ? (
        <Button icon={<IconClock size={18} />} disabled={isBusy} onClick={() => hide(null)}>
          {t('actions.unsnooze')}
        </Button>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button icon={<IconClock size={18} />} disabled={isBusy}>
              {t('actions.snooze')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {(['hour', 'tomorrow', 'week'] as const).map((time) => (
              <Menu.Item key={time} onClick={() => hide(snoozeTimes()[time])}>
                {t(`snooze.${time}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button icon={<IconX size={18} />} disabled={isBusy} onClick={() => close.mutate({ id })}>
        {t('actions.close')}
      </Button>
    </>
  )
}
