import { useMemo } from 'react'
import { useFormat } from '../../../lib/format.ts'

const steps = [
  { unit: 'millisecond', ms: 1, digits: 0 },
  { unit: 'second', ms: 1_000, digits: 1 },
  { unit: 'minute', ms: 60_000, digits: 0 },
  { unit: 'hour', ms: 3_600_000, digits: 1 },
  { unit: 'day', ms: 86_400_000, digits: 1 },
] as const

/** Returns a function that formats a duration in ms in the largest unit that it fills: "250 ms" or "1.5 sec". */
export function useTimeAmount(): (ms: number) => string {
  const { tag } = useFormat()
  return useMemo(
    () => (ms) => {
      const { unit, ms: size, digits } = steps.findLast((step) => ms >= step.ms) ?? steps[0]
      const form = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const
      return new Intl.NumberFormat(tag, form).format(ms / size)
    },
    [tag],
  )
}
