import type { ReactNode } from 'react'
import { nothing } from '../../lib/format.ts'
import css from './data.module.css'

/** Facts as pairs; what is unknown shows a dash. `rows` of null or false are left out. */
export function KeyValues({
  rows,
  wide = false,
}: {
  rows: readonly ([key: string, value: ReactNode] | null | false)[]
  /** Several pairs beside each other where there is room. */
  wide?: boolean
}) {
  return (
    <dl className={css.pairs} data-wide={wide || undefined}>
      {rows.map((row) => {
        if (!row) return null
        const [key, value] = row
        const known = value !== null && value !== undefined && value !== ''
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
