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
  const isRegion = wide || maxHeight !== undefined
  const table = (
    <table
      {...as.table}
      className={`${css.table} ${className}`}
      data-numbers={numbers || undefined}
      aria-label={isRegion ? undefined : label}
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
  if (!isRegion)
    return (
      <div className={css.scroll} data-cards={cards || undefined}>
        {table}
      </div>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <section className={wide ? css.scroll : css.frame} style={{ maxHeight }} tabIndex={0} aria-label={label}>
      {table}
    </section>
  )
}
