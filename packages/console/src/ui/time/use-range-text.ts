import { useFormat } from '../../lib/format.ts'
import { isCustom, type RangePlace } from '../../lib/time-range.ts'
import { useTexts } from '../../lib/texts.ts'

/** Returns a period in words: the name of its preset, or its limits. */
export function useRangeText(at: RangePlace): string {
  const t = useTexts('time')
  const format = useFormat()
  if (!isCustom(at)) return t(`range.${at.range}`)
  if (at.to === '') return t('range.since', { time: format.moment(at.from) })
  if (at.from === '') return t('range.until', { time: format.moment(at.to) })
  return format.range(at.from, at.to)
}
