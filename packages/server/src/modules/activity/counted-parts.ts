/** Length of the periods whose events are counted in advance. */
export const halfHourMs = 1_800_000

/** Period of a histogram in equal parts. */
export interface Parts {
  fromMs: number
  toMs: number
  partMs: number
}

/** What a histogram reads: counted half hours, and the events of the rest. */
export interface CountedParts {
  /** First counted half hour, and the first one after the last. */
  from: number
  until: number
  /** Half hours between them that lie in more than one part. */
  except: number[]
  /** Periods of the events to count, in ms. */
  rest: [fromMs: number, toMs: number][]
}

/** Returns true if counted half hours save reading events. */
export const isLong = ({ partMs }: Parts): boolean => partMs >= halfHourMs

/** Divides a period: a half hour in which a part begins, and those from `counted` on, are read as events. */
export function dividePeriod({ fromMs, toMs, partMs }: Parts, counted: number): CountedParts {
  const from = Math.ceil(fromMs / halfHourMs)
  const until = Math.max(from, Math.min(Math.floor(toMs / halfHourMs), counted))
  const except: number[] = []
  for (let borderMs = fromMs + partMs; borderMs < until * halfHourMs; borderMs += partMs) {
    const halfHour = Math.floor(borderMs / halfHourMs)
    if (borderMs % halfHourMs !== 0 && halfHour >= from) except.push(halfHour)
  }
  const rest: [number, number][] = [
    [fromMs, Math.min(toMs, from * halfHourMs)],
    ...except.map((halfHour): [number, number] => [halfHour * halfHourMs, (halfHour + 1) * halfHourMs]),
    [until * halfHourMs, toMs],
  ]
  return { from, until, except, rest: rest.filter(([startMs, endMs]) => startMs < endMs) }
}
