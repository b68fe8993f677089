const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps = [minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 3 * hour, 6 * hour]
const longSteps = [12 * hour, day, 2 * day, 5 * day, 7 * day, 14 * day, 30 * day]
const mostMarks = 9

/** Returns the instants of the labels below a period, at full hours or days of the local calendar. */
export function timeMarks(from: number, to: number): { marks: number[]; step: number } {
  const step = [...steps, ...longSteps].find((one) => (to - from) / one <= mostMarks) ?? 90 * day
  const midnight = new Date(from)
  midnight.setHours(0, 0, 0, 0)
  const marks: number[] = []
  for (let at = midnight.getTime(); at <= to; at += step) if (at >= from) marks.push(at)
  return { marks, step }
}

/** A part of the period of a histogram; `counts` in the order of the categories. */
export interface Bucket {
  from: number
  counts: readonly number[]
}

/** First and last selected part, the last one exclusive. */
export type Parts = readonly [start: number, end: number]

/** Returns the parts that a period covers, at least one; null without a period. */
export function partsOf(
  selection: { from: number; to: number } | null,
  { from, to, parts }: { from: number; to: number; parts: number },
): Parts | null {
  if (!selection) return null
  const width = (to - from) / parts
  const start = Math.min(parts - 1, Math.max(0, Math.round((selection.from - from) / width)))
  return [start, Math.min(parts, Math.max(start + 1, Math.round((selection.to - from) / width)))]
}

/** Returns the parts that a drag selected, from the shares of the width at its start and end. */
export function draggedParts(start: number, end: number, parts: number): Parts {
  const [low, high] = start < end ? [start, end] : [end, start]
  const first = Math.min(parts - 1, Math.max(0, Math.floor(low * parts)))
  return [first, Math.min(parts, Math.max(first + 1, Math.ceil(high * parts)))]
}
