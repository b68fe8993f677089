import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import type { HistogramProps } from './histogram-props.ts'

/** The numbers of a histogram for screen readers. */
export function HistogramTable({ label, from, to, parts, buckets, categories }: HistogramProps) {
  const t = useTexts('time')
  const format = useFormat()
  const width = (to - from) / parts
  return (
    <div className="hidden-text">
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('range.label')}</th>
            {categories.map((category) => (
              <th key={category.label} scope="col">
                {category.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.from}>
              <th scope="row">{format.range(bucket.from, bucket.from + width)}</th>
              {bucket.counts.map((count, index) => (
                <td key={categories[index]?.label}>{format.number(count)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
