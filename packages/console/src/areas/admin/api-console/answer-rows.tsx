import { useTexts } from '../../../lib/texts.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import css from './api-console.module.css'
import type { AnswerTable } from './table-of.ts'

const longestCell = 120

/** A list as a table, unchanged: columns by name, values as JSON has them. */
export function AnswerRows({ table: { columns, rows, rowCount, columnCount } }: { table: AnswerTable }) {
  const t = useTexts('api-console')
  const isCut = rows.length < rowCount || columns.length < columnCount
  return (
    <>
      <div dir="ltr">
        <PlainTable label={t('answer')} titles={columns} maxHeight={560} className={css.rows}>
          <tbody>
            {rows.map((row, place) => (
              <tr key={typeof row['id'] === 'string' ? row['id'] : place}>
                {columns.map((name) => (
                  <Cell key={name} value={row[name]} />
                ))}
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
      {isCut && (
        <p className="muted">
          {t('tableCut', {
            rows: rows.length,
            of: rowCount,
            columns: columns.length,
            ofColumns: columnCount,
          })}
        </p>
      )}
    </>
  )
}

function Cell({ value }: { value: unknown }) {
  if (value === undefined) return <td aria-hidden="true" />
  if (value === null) return <td className="muted">null</td>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const isLong = text.length > longestCell
  return (
    <td data-kind={typeof value} title={isLong ? text.slice(0, 2_000) : undefined}>
      {isLong ? `${text.slice(0, longestCell)}…` : text}
    </td>
  )
}
