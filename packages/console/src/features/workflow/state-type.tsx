import type { Tone } from '../../ui/state/state-chip.tsx'
import { useTexts } from '../../lib/texts.ts'
import type { StateType } from './diagram/picture.ts'
import css from './state-type.module.css'

export const stateTypes: readonly StateType[] = ['created', 'enabled', 'disabled', 'deleted']

export const toneOfType: Record<StateType, Tone> = {
  created: 'busy',
  enabled: 'good',
  disabled: 'warn',
  deleted: 'calm',
}

/**
 * A shape for each, so that they differ not only in colour: a ring, a disc with a tick, a disc with a pause,
 * a crossed ring.
 */
const shapes: Record<StateType, { filled: boolean; path: string }> = {
  created: { filled: false, path: 'M8 5v6M5 8h6' },
  enabled: { filled: true, path: 'M5 8.3 7.2 10.5 11 6' },
  disabled: { filled: true, path: 'M6.3 5.5v5M9.7 5.5v5' },
  deleted: { filled: false, path: 'M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4' },
}

export function StateTypeGlyph({ type, size }: { type: StateType; size: number }) {
  const { filled, path } = shapes[type]
  return (
    <svg className={css.glyph} width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r="6.2" fill={filled ? 'currentColor' : 'none'} />
      <path d={path} data-on={filled || undefined} />
    </svg>
  )
}

/** Chip with the name of a state's type, or with the name of the state in the colour of its type. */
export function StateTypeChip({ type: code, children }: { type: string; children?: string }) {
  const t = useTexts('workflow')
  const type = stateTypes.find((known) => known === code) ?? 'enabled'
  return (
    <span className={css.chip} data-tone={toneOfType[type]}>
      <StateTypeGlyph type={type} size={12} />
      <bdi className="ellipsis">{children ?? t(`stateTypes.${type}`)}</bdi>
    </span>
  )
}
