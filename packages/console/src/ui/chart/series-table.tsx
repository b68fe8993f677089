import { useEffect, useMemo, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { PlainTable } from '../table/plain-table.tsx'
import type { Curve } from './curve.ts'
import type { Series } from './series.ts'
import { timeLabels } from './time-axis.ts'

const maxRows = 300
const renewedEvery = 1000

interface SeriesTableProps {
  label: string
  series: Series
  curves: readonly Curve[]
  height?: number
  from?: number
  to?: number
  timeZone?: string
}

/** Table of the readings of a chart, newest first; updated at most once a second while open. */
export function SeriesTable({ label, series, curves, height = 240, from, to, timeZone }: SeriesTableProps) {
  const t = useTexts('chart')
  const { tag, number } = useFormat()
  const labels = useMemo(() => timeLabels(tag, timeZone), [tag, timeZone])
  useRenewed(series)
  const indices: number[] = []
  for (let index = series.at.length - 1; index >= 0; index -= 1) {
    const instant = series.at[index]!
    const isShown = (from === undefined || instant >= from) && (to === undefined || instant <= to)
    if (isShown && series.curves.some((curve) => typeof curve[index] === 'number')) indices.push(index)
  }
  return (
    <>
      <PlainTable
        label={label}
        titles={[t('time'), ...curves.map((curve) => curve.label)]}
        numbers
        maxHeight={height + 40}
      >
        <tbody>
          {indices.slice(0, maxRows).map((index) => (
            <tr key={series.at[index]}>
              <th scope="row" className="figure">
                {labels.exact(series.at[index]!, series.at)}
              </th>
              {curves.map((curve, position) => (
                <td key={curve.key}>
                  <span className="figure">{cell(curve, series.curves[position]?.[index])}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {indices.length > maxRows && (
        <small>{t('newestOf', { shown: number(maxRows), count: indices.length })}</small>
      )}
    </>
  )
}

const cell = (curve: Curve, value: number | null | undefined): string =>
  typeof value === 'number' ? curve.format(value) : '–'

function useRenewed(series: Series): void {
  const [, setCount] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = series.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setCount((count) => count + 1)
      }, renewedEvery)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [series])
}
