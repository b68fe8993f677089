import type { ActivityKind } from '@stationmaster/contract'
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCpu,
  IconHelp,
  type Icon,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPower,
  IconReportSearch,
  IconTerminal2,
  IconToggleLeft,
} from '@tabler/icons-react'
import type { TimelineTone } from '../../../ui/time/timeline.tsx'

/** Icon of each kind of event; only exceptions have a colour. */
export const activityLooks: Record<ActivityKind, { icon: Icon; tone?: TimelineTone }> = {
  fault_raised: { icon: IconAlertTriangle, tone: 'bad' },
  session_review: { icon: IconReportSearch, tone: 'bad' },
  connected: { icon: IconPlugConnected },
  disconnected: { icon: IconPlugConnectedX },
  booted: { icon: IconPower },
  session_started: { icon: IconPlayerPlay },
  session_stop_requested: { icon: IconPlayerStop, tone: 'warn' },
  session_ended: { icon: IconPlayerStop },
  authorization_refused: { icon: IconBan, tone: 'warn' },
  message_unmatched: { icon: IconHelp, tone: 'warn' },
  command_ended: { icon: IconTerminal2 },
  state_changed: { icon: IconToggleLeft },
  fault_cleared: { icon: IconCircleCheck, tone: 'good' },
  transfer_changed: { icon: IconCpu },
  configuration_changed: { icon: IconAdjustmentsHorizontal },
  object_changed: { icon: IconPencil },
}
