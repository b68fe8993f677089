import type { ReactNode } from 'react'
import { StateGlyph } from './state-glyph.tsx'
import { stateOf } from './state-names.ts'
import { useStateLabel } from './use-state-label.ts'
import css from './state.module.css'

/** A state with icon, text and soft background: `<StateChip state={station.displaystate} />`. */
export function StateChip({ state, of }: { state: string; of?: 'connector' }) {
  const word = useStateLabel(of)
  return (
    <span className={css.chip} data-state={stateOf(state)}>
      <StateGlyph state={state} size={12} />
      {word(state)}
    </span>
  )
}

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'calm'

/** State of an object other than a station in one of five tones; the caller passes the text. */
export function ToneChip({ tone, children, icon }: { tone: Tone; children: ReactNode; icon?: ReactNode }) {
  return (
    <span className={css.chip} data-tone={tone}>
      {icon ?? <i className={css.dot} />}
      {children}
    </span>
  )
}
