import type { AnswerOf, adminActivity } from '@stationmaster/contract'

export type Hour = AnswerOf<typeof adminActivity>['hours'][number]
export type Kind = Exclude<keyof Hour, 'from'>

/**
 * Returns the bars of one chart: each part as a share of the highest bar. Failed requests are a part of the
 * requests.
 */
export function rowsOf(hours: readonly Hour[], kinds: readonly Kind[]) {
  const amounts = (hour: Hour): Record<Kind, number> => ({
    ...hour,
    calls: Math.max(0, hour.calls - hour.failedcalls),
  })
  const heights = hours.map((hour) => kinds.reduce((sum, kind) => sum + amounts(hour)[kind], 0))
  const maximum = Math.max(0, ...heights)
  const totals = Object.fromEntries(
    kinds.map((kind) => [kind, hours.reduce((sum, hour) => sum + hour[kind], 0)]),
  ) as Record<Kind, number>
  const bars = hours.map((hour) => ({
    hour,
    parts: kinds
      .map((kind) => ({ kind, share: maximum === 0 ? 0 : amounts(hour)[kind] / maximum }))
      .filter(({ share }) => share > 0),
  }))
  return { bars, maximum, totals }
}
