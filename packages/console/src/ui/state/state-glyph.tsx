import { type StateName, stateOf } from './state-names.ts'
import { useStateLabel } from './use-state-label.ts'
import css from './state.module.css'

/**
 * Icon of a state: distinguishable without colour. Next to its name it is decoration; with `alone` it has the
 * name as its label.
 *
 *   <StateGlyph state="charging" alone />
 */
export function StateGlyph({
  state,
  size = 14,
  alone = false,
}: {
  state: string
  size?: number
  alone?: boolean
}) {
  const word = useStateLabel()
  const name = stateOf(state)
  const named = alone ? ({ role: 'img', 'aria-label': word(state) } as const) : { 'aria-hidden': true }
  return (
    <svg
      className={css.glyph}
      data-state={name}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      focusable="false"
      {...named}
    >
      {alone && <title>{word(state)}</title>}
      <Shape state={name} />
    </svg>
  )
}

function Shape({ state }: { state: StateName }) {
  return shapes[state]
}

const disc = <circle cx="8" cy="8" r="7" fill="var(--c)" />
const mark = { stroke: 'var(--ground)', strokeWidth: 1.75, strokeLinecap: 'round', fill: 'none' } as const
const ring = { cx: 8, cy: 8, r: 6, fill: 'var(--ground)', stroke: 'var(--c)', strokeWidth: 1.75 } as const
const bar = <path d="M4.75 8h6.5" {...mark} strokeWidth={2} />
const strike = (
  <>
    <path d="M1.5 14.5 14.5 1.5" stroke="var(--ground)" strokeWidth="4" />
    <path d="M2 14 14 2" stroke="var(--c-text)" strokeWidth="1.75" strokeLinecap="round" />
  </>
)

const shapes = {
  available: (
    <>
      {disc}
      <path d="m4.9 8.3 2.1 2.1 4.1-4.6" {...mark} strokeLinejoin="round" />
    </>
  ),
  preparing: (
    <>
      <circle {...ring} />
      <path d="M8 2a6 6 0 0 0 0 12z" fill="var(--c)" />
    </>
  ),
  charging: (
    <>
      {disc}
      <path d="M8.9 2.9 4.6 8.8h2.7l-.5 4.3 4.6-6.2H8.6z" fill="var(--ground)" />
    </>
  ),
  suspended: (
    <>
      {disc}
      <path d="M6.25 5.25v5.5M9.75 5.25v5.5" {...mark} />
    </>
  ),
  finishing: (
    <>
      <circle {...ring} />
      <rect x="5.5" y="5.5" width="5" height="5" rx="0.75" fill="var(--c)" />
    </>
  ),
  reserved: (
    <>
      {disc}
      <path d="M8 4.25V8l2.4 1.6" {...mark} strokeWidth={1.6} strokeLinejoin="round" />
    </>
  ),
  unavailable: (
    <>
      {disc}
      {bar}
    </>
  ),
  faulted: (
    <>
      <path
        d="M8 1.9 15 14.2H1z"
        fill="var(--c)"
        stroke="var(--c)"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
      <path d="M8 6.2v3.4M8 12.05v.05" {...mark} strokeWidth={1.7} />
    </>
  ),
  offline: (
    <>
      <circle {...ring} strokeDasharray="2.7 2" />
      <path d="M4.6 11.4 11.4 4.6" stroke="var(--c)" strokeWidth="1.75" strokeLinecap="round" />
    </>
  ),
  disabled: (
    <>
      {disc}
      {bar}
      {strike}
    </>
  ),
  deleted: (
    <>
      <circle {...ring} />
      {strike}
    </>
  ),
}
