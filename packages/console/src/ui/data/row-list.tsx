import type { ReactNode } from 'react'
import css from './row-list.module.css'

/** A short list, one entry per line: its text in a `<div>` with details in a `<span>`, and actions at the end. */
export const RowList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={css.rows} aria-label={label}>
    {children}
  </ul>
)
