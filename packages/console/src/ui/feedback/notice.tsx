import type { ReactNode } from 'react'
import type { Tone } from '../state/state-chip.tsx'
import css from './notice.module.css'

/** A message in a page or form. `alert` announces it immediately. */
export function Notice({
  tone,
  icon,
  alert = false,
  children,
  action,
}: {
  tone: Tone
  icon?: ReactNode
  alert?: boolean
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={css.notice} data-tone={tone} role={alert ? 'alert' : undefined}>
      {icon}
      <div className={css.words}>{children}</div>
      {action}
    </div>
  )
}
