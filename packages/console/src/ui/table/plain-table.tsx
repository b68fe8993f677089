import type { ReactNode } from 'react'
import css from './plain-table.module.css'
import { as } from './table-roles.ts'

interface PlainTableProps {
  label: string
  /** Headings of the columns. */
  titles: readonly ReactNode[]
  /** Aligns all columns but the first as numbers. */
  numbers?: boolean
  /** Lays out the rows as cards on phones; the cells need the roles of `as`. */
  cards?: boolean
  /** Lets the table scroll sideways by keyboard, for one with many columns. */
  wide?: boolean
  /** Puts the table into a frame of at most this height in px, which scrolls. */
  maxHeight?: number
  className?: string | undefined
  /** The bodies of the table. */
  children: ReactNode
}

/** A short table without sorting, selection and paging. */
export function PlainTable({
  label,
  titles,
  numbers = false,
  cards = false,
  wide = false,
  maxHeight,
  className = '',
  children,
}: PlainTableProps) {
  const table = (
    <table
      {...as.table}
      className={`${css.table} ${className}`}
      data-numbers={numbers || undefined}
      aria-label={maxHeight === undefined && !wide ? label : undefined}
    >
      <thead {...as.rows} className={cards ? 'phone-hidden' : undefined}>
        <tr {...as.row}>
          {titles.map((title, at) => (
            <th key={at} {...as.columnHead}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
  if (wide)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as below
      <section className={css.scroll} tabIndex={0} aria-label={label}>
        {table}
      </section>
    )
  if (maxHeight === undefined)
    return (
      <div className={css.scroll} data-cards={cards || undefined}>
        {table}
      </div>
    )
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.frame} style={{ maxHeight }} tabIndex={0} aria-label={label}>
      {table}
    </section>
  )
}
