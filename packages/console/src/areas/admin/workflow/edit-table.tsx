import type { ReactNode } from 'react'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import css from './workflow.module.css'

/** A short table whose rows open for editing: the first cell is the button. */
export function EditTable<Row extends { id: string }>({
  label,
  titles,
  rows,
  renderCells,
  onOpen,
  empty,
}: {
  label: string
  /** Headings of the columns. */
  titles: readonly string[]
  rows: readonly Row[]
  /** Returns one cell per column. */
  renderCells: (row: Row) => readonly ReactNode[]
  onOpen: (row: Row) => void
  empty: string
}) {
  if (rows.length === 0) return <p className={css.none}>{empty}</p>
  return (
    <PlainTable label={label} titles={titles} className={css.table}>
      <tbody>
        {rows.map((row) => {
          const [first, ...others] = renderCells(row)
          return (
            <tr key={row.id}>
              <td>
                <button type="button" className={css.open} onClick={() => onOpen(row)}>
                  {first}
                </button>
              </td>
              {others.map((cell, at) => (
                <td key={titles[at + 1]}>{cell}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}
