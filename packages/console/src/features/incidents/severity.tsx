import type { IncidentSeverity } from '@stationmaster/contract'
import { IconAlertTriangleFilled, IconCircleDashed, IconSquareRotatedFilled } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import type { Incident } from './incident-words.ts'

/** Each severity has a shape of its own, so that it is recognized without colours. */
const glyphs: Record<IncidentSeverity, { tone: Tone; Icon: typeof IconCircleDashed }> = {
  critical: { tone: 'bad', Icon: IconAlertTriangleFilled },
  major: { tone: 'warn', Icon: IconSquareRotatedFilled },
  minor: { tone: 'calm', Icon: IconCircleDashed },
}

export function SeverityChip({ severity }: { severity: IncidentSeverity }) {
  const t = useTexts('incidents')
  const { tone, Icon } = glyphs[severity]
  return (
    <ToneChip tone={tone} icon={<Icon size={12} aria-hidden="true" />}>
      {t(`severities.${severity}`)}
    </ToneChip>
  )
}

const tones: Record<Incident['status'], Tone> = {
  open: 'bad',
  recovered: 'good',
  snoozed: 'calm',
  closed: 'calm',
}

export function IncidentStatus({ status }: { status: Incident['status'] }) {
  const t = useTexts('incidents')
  return <ToneChip tone={tones[status]}>{t(`statuses.${status}`)}</ToneChip>
}
