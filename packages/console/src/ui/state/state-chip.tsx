import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { StateGlyph } from './state-glyph.tsx'
import { stateOf, stateWordKey } from './state-names.ts'
import css from './state.module.css'

/** A state with shape, word and soft ground: `<StateChip state={station.displaystate} />`. */
export function StateChip({ state }: { state: string }) {
  const t = useTexts()
  return (
    <span className={css.chip} data-state={stateOf(state)}>
      <StateGlyph state={state} size={12} />
      {t(stateWordKey(state))}
    </span>
  )
}

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'calm'

/** A state of a business thing in one of five tones; the word comes from the caller. */
export function ToneChip({ tone, children, icon }: { tone: Tone; children: ReactNode; icon?: ReactNode }) {
  return (
    <span className={css.chip} data-tone={tone}>
      {icon ?? <i className={css.dot} />}
      {children}
    </span>
  )
}
