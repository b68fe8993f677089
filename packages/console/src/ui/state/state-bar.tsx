import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { useFormat } from '../../lib/format.ts'
import { StateGlyph } from './state-glyph.tsx'
import { displayStates, stateOf } from './state-names.ts'
import { useStateLabel } from './use-state-label.ts'
import css from './state.module.css'

/** States of stations that need attention; they come first. */
const problems = ['faulted', 'offline']
const others = displayStates.filter((state) => !problems.includes(state))

/**
 * All stations as one bar by state, problems first, with a legend whose entries filter: pressing one adds or
 * removes its state. Entries without stations are folded. The height and the widths of the numbers are reserved, so
 * that nothing moves when counts load.
 */
export function StateBar({
  counts,
  chosen,
  onChoose,
}: {
  /** Null while they load. */
  counts: Readonly<Record<string, number>> | null
  chosen: readonly string[]
  onChoose: (states: string[]) => void
}) {
  const t = useTexts()
  const word = useStateLabel()
  const format = useFormat()
  // states that users have set follow, if a station is in one
  const states: string[] = [...new Set<string>([...problems, ...others, ...Object.keys(counts ?? {})])]
  const [isUnfolded, setUnfolded] = useState(false)
  const isShown = (state: string): boolean => (counts?.[state] ?? 0) > 0 || chosen.includes(state)
  const empty = states.filter((state) => !isShown(state))
  const toggle = (state: string): void =>
    onChoose(states.filter((other) => (other === state ? !chosen.includes(state) : chosen.includes(other))))
  return (
    <section className={css.fleet} aria-label={t('ui.stateBar')}>
      <div className={css.bar} aria-hidden="true">
        {states.map((state) => {
          const count = counts?.[state] ?? 0
          return count > 0 ? <i key={state} data-state={stateOf(state)} style={{ flexGrow: count }} /> : null
        })}
      </div>
      <div className={css.legend}>
        {(isUnfolded ? states : states.filter(isShown)).map((state) => (
          <button
            key={state}
            type="button"
            data-state={stateOf(state)}
            aria-pressed={chosen.includes(state)}
            onClick={() => toggle(state)}
          >
            <StateGlyph state={state} size={13} />
            {word(state)} <b>{counts ? format.number(counts[state] ?? 0) : ''}</b>
          </button>
        ))}
        {counts && empty.length > 0 && (
          <button type="button" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? t('ui.fewerStates') : t('ui.moreStates', { count: empty.length })}
          </button>
        )}
      </div>
    </section>
  )
}
