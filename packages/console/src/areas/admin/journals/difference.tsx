import { useTexts } from '../../../lib/texts.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import css from './journals.module.css'

type Fields = Readonly<Record<string, unknown>> | null

/** Fields before and after, one line each; colours only repeat what the columns show. */
export function Difference({ before, after }: { before: Fields; after: Fields }) {
  const t = useTexts('journals')
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => hasValue(before?.[name]) || hasValue(after?.[name]),
  )
  if (names.length === 0) return null
  return (
    <PlainTable
      label={t('audit.one')}
      titles={[t('audit.field'), t('audit.before'), t('audit.after')]}
      className={css.difference}
    >
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row" className="mono">
              {name}
            </th>
            <Value value={before?.[name]} look={css.was} />
            <Value value={after?.[name]} look={css.is} />
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

function Value({ value, look }: { value: unknown; look: string | undefined }) {
  const isKnown = hasValue(value)
  return (
    <td className={isKnown ? look : undefined} dir="auto">
      {isKnown ? textOf(value) : <span className="muted">–</span>}
    </td>
  )
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 1).replace(/^"|"$/g, '')
