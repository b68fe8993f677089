import type { ReactNode } from 'react'
import { type Quantity, nothing } from '../../lib/format.ts'
import css from './figures.module.css'

/** Up to four figures above a page: label, value, and a note below. The unit is drawn small. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className={css.figures}>{children}</dl>

export function Figure({
  label,
  value,
  note,
}: {
  label: string
  value: Quantity | ReactNode
  note?: ReactNode
}) {
  return (
    <div className={css.figure}>
      <dt>{label}</dt>
      <dd>
        {isQuantity(value) ? <Amount quantity={value} /> : value}
        {note && <span className={css.note}>{note}</span>}
      </dd>
    </div>
  )
}

/** A number and its unit without a line break, whatever the direction of the page. */
export function Amount({ quantity }: { quantity: Quantity }) {
  return (
    <span className="figure" dir="ltr">
      {quantity.value}
      {quantity.value !== nothing && <small className={css.unit}> {quantity.unit}</small>}
    </span>
  )
}

const isQuantity = (value: unknown): value is Quantity =>
  typeof value === 'object' && value !== null && 'unit' in value && 'value' in value
