import {
  type AnswerOf,
  incidentAcknowledge,
  incidentClose,
  incidentGet,
  incidentSnooze,
} from '@stationmaster/contract'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
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
  const acknowledge = useChange(incidentAcknowledge)
  const snooze = useChange(incidentSnooze)
  const close = useChange(incidentClose)
  if (!mayChange || status === 'closed') return null
  const isBusy = acknowledge.isPending || snooze.isPending || close.isPending
  const hide = (until: Date | null) => snooze.mutate({ id, until: until?.toISOString() ?? null })
  return (
    <>
      <Button
        kind={acknowledged ? 'plain' : 'primary'}
        icon={<IconCheck size={18} />}
        disabled={isBusy}
        onClick={() => acknowledge.mutate({ id, acknowledged: !acknowledged })}
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
