import type { localListStates } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { ToneChip } from '../../ui/state/state-chip.tsx'

const tones = { current: 'good', outdated: 'warn', failed: 'bad' } as const

/** State of a generated local list. */
export function LocalListState({ state }: { state: (typeof localListStates)[number] }) {
  const t = useTexts('local-lists')
  return <ToneChip tone={tones[state]}>{t(`states.${state}`)}</ToneChip>
}
