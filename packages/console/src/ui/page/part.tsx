import { type ReactNode, useId } from 'react'
import css from './part.module.css'

/** A part of a section under a heading: separated by lines, because a tab contains no nested cards. */
export function Part({
  title,
  lead,
  actions,
  children,
}: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section className={css.part} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {lead && <p className={css.lead}>{lead}</p>}
      {children}
    </section>
  )
}
