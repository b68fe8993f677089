import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { useFormat } from '../../lib/format.ts'
import type { Curve } from './curve.ts'
import { newest, type Reading, type Series } from './series.ts'
import { timeLabels } from './time-axis.ts'

/** The description must not be announced all the time: it is updated at most this often. */
const renewedEvery = 15_000

export interface Extent {
  lowest: number
  highest: number
  last: number
}

/** Returns the lowest, highest and newest value of a curve, or null if it has none. */
export function extentOf(curve: readonly Reading[]): Extent | null {
  const last = newest(curve)
  if (last === null) return null
  let [lowest, highest] = [last.value, last.value]
  for (const value of curve) {
    if (typeof value !== 'number') continue
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  return { lowest, highest, last: last.value }
}

/** Returns a description of the chart in words. */
export function useSentence({
  label,
  series,
  curves,
  timeZone,
}: {
  label: string
  series: Series
  curves: readonly Curve[]
  timeZone?: string
}): string {
  const t = useTexts('chart')
  const { tag, list } = useFormat()
  const [, setRenewed] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = series.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setRenewed((count) => count + 1)
      }, renewedEvery)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [series])

  const labels = timeLabels(tag, timeZone)
  const [first, last] = [series.at[0], series.at.at(-1)]
  if (first === undefined || last === undefined) return label
  const parts = curves.flatMap((curve, index) => {
    const extent = extentOf(series.curves[index] ?? [])
    if (extent === null) return []
    const { lowest, highest, last: now } = extent
    return [
      t('curveSentence', {
        curve: curve.label,
        lowest: curve.format(lowest),
        highest: curve.format(highest),
        last: curve.format(now),
      }),
    ]
  })
  return t('sentence', {
    label,
    from: labels.exact(first, series.at),
    to: labels.exact(last, series.at),
    curves: list(parts),
  })
}
