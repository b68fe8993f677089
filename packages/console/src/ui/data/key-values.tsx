import type { ReactNode } from 'react'
import { nothing } from '../../lib/format.ts'
import css from './data.module.css'

/** Details as label and value; unknown values show a dash. `rows` of null or false are omitted. */
export function KeyValues({
  rows,
  wide = false,
}: {
  rows: readonly ([key: string, value: ReactNode] | null | false)[]
  /** Several columns of pairs if there is space. */
  wide?: boolean
}) {
  return (
    <dl className={css.pairs} data-wide={wide || undefined}>
      {rows.map((row) => {
        if (!row) return null
        const [key, value] = row
        const known = value !== null && value !== undefined && value !== '' && value !== false
        return (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{known ? value : <span className="muted">{nothing}</span>}</dd>
          </div>
        )
      })}
    </dl>
  )
}
