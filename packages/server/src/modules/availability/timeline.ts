/** Period in minutes since 1970; `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

/** Number of the rows of the station itself, and of its connection. */
export const stationNo = 0
export const connectionNo = -1

/** Stored change of a state. */
export interface StateRow {
  evseNo: number
  /** Minutes since 1970. */
  at: number
  state: string
  errorCode: string | null
}

/** State of an EVSE as availability counts it; `unknown`: not in service yet, removed, or no server ran. */
export type EvseState = 'operative' | 'faulted' | 'unavailable' | 'disabled' | 'offline' | 'unknown'

export interface StateInterval extends Span {
  state: EvseState
  errorCode: string | null
}

/** Minutes after a time without a server in which stations may connect again. */
export const reconnectMinutes = 10

/**
 * Returns the states of an EVSE in a period without gaps or overlaps.
 * @param rows rows of the EVSE, its station and its connection, oldest first, beginning before the period
 * @param gaps times in which no server ran
 */
export function intervalsOf(rows: readonly StateRow[], period: Span, gaps: readonly Span[]): StateInterval[] {
  const intervals: StateInterval[] = []
  const add = (
    from: number,
    to: number,
    { state, errorCode }: Pick<StateInterval, 'state' | 'errorCode'>,
  ) => {
    const part = { from: Math.max(from, period.from), to: Math.min(to, period.to) }
    if (part.from >= part.to) return
    const last = intervals.at(-1)
    if (last && last.state === state && last.errorCode === errorCode) last.to = part.to
    else intervals.push({ ...part, state, errorCode })
  }
  const known: Known = { connection: null, station: null, evse: null }
  let since = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    add(since, row.at, stateOf(known))
    since = Math.max(since, row.at)
    if (row.evseNo === connectionNo) known.connection = row
    else if (row.evseNo === stationNo) known.station = row
    else known.evse = row
  }
  add(since, period.to, stateOf(known))
  return withUnknown(intervals, unknownSpans(rows, gaps))
}

interface Known {
  connection: StateRow | null
  station: StateRow | null
  evse: StateRow | null
}

/** Returns the state that counts: a cause of the EVSE itself is named before one of its station. */
function stateOf({ connection, station, evse }: Known): Pick<StateInterval, 'state' | 'errorCode'> {
  const without = (state: EvseState) => ({ state, errorCode: null })
  if (!connection || !evse || evse.state === 'removed' || station?.state === 'removed')
    return without('unknown')
  if (station?.state === 'disabled') return without('disabled')
  if (connection.state === 'offline') return without('offline')
  const cause = evse.state === 'operative' && station ? station : evse
  // checked by the table
  return { state: cause.state as EvseState, errorCode: cause.errorCode }
}

/** Returns the times without a server, each until the station was connected again or had the time to. */
function unknownSpans(rows: readonly StateRow[], gaps: readonly Span[]): Span[] {
  return gaps.map(({ from, to }) => {
    const latest = to + reconnectMinutes
    const changes = rows.filter(({ evseNo, at }) => evseNo === connectionNo && at >= from && at <= latest)
    if (changes.length === 0) return { from, to }
    const back = changes.find(({ state, at }) => state === 'online' && at >= to)
    return { from, to: back ? back.at : changes.at(-1)?.state === 'online' ? to : latest }
  })
}

function withUnknown(intervals: readonly StateInterval[], unknown: readonly Span[]): StateInterval[] {
  if (unknown.length === 0 || intervals.length === 0) return [...intervals]
  const unreported = intervals.filter(({ state }) => state === 'unknown')
  const period = { from: intervals[0]!.from, to: intervals.at(-1)!.to }
  const known = intervals
    .filter(({ state }) => state !== 'unknown')
    .flatMap((interval) => without(interval, unknown).map((part) => ({ ...interval, ...part })))
  const rest = within(period, [...unknown, ...unreported])
  return [...known, ...rest.map((part) => ({ ...part, state: 'unknown' as const, errorCode: null }))].sort(
    (one, other) => one.from - other.from,
  )
}

/** Returns the spans in the order of time, with those that touch or overlap as one. */
export function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Returns the parts of a span that are within others. */
export const within = (span: Span, others: readonly Span[]): Span[] =>
  joined(others)
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter(({ from, to }) => from < to)

/** Returns the parts of a span that are outside of others. */
export function without(span: Span, others: readonly Span[]): Span[] {
  const parts: Span[] = []
  let { from } = span
  for (const other of within(span, others)) {
    if (from < other.from) parts.push({ from, to: other.from })
    from = other.to
  }
  if (from < span.to) parts.push({ from, to: span.to })
  return parts
}

/** Returns the minutes of spans that do not overlap. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** Minutes of a period by what they count as. */
export interface Minutes {
  minutes: number
  /** Minutes in which the EVSE was not operative, with those that are excluded. */
  outage: number
  /** Part of `outage` that does not count. */
  excluded: number
  /** Part of `excluded` outside of the opening hours of the site. */
  closed: number
  unknown: number
}

/** Returns true if an EVSE in this state is neither usable nor of unknown state. */
export const isOutage = (state: EvseState): boolean => state !== 'operative' && state !== 'unknown'

/** What is left out of the outages. */
export interface Excluded {
  /** Recorded exclusions that the definition permits. */
  exclusions: readonly Span[]
  /** Returns the parts of a span outside of the opening hours; null if these outages count. */
  closedIn: ((span: Span) => Span[]) | null
}

/** Returns the minutes of a period. */
export function minutesOf(
  intervals: readonly StateInterval[],
  period: Span,
  { exclusions, closedIn }: Excluded,
): Minutes {
  const outages = intervals.filter(({ state }) => isOutage(state)).flatMap((span) => within(period, [span]))
  const unknown = intervals
    .filter(({ state }) => state === 'unknown')
    .flatMap((span) => within(period, [span]))
  const closed = closedIn === null ? [] : outages.flatMap(closedIn)
  const excluded = closed.length === 0 ? exclusions : [...exclusions, ...closed]
  return {
    minutes: Math.max(0, period.to - period.from),
    outage: lengthOf(outages),
    excluded: lengthOf(outages.flatMap((span) => within(span, excluded))),
    closed: lengthOf(closed),
    unknown: lengthOf(unknown),
  }
}

/** Returns the number of outages: states that follow each other without a pause are one. */
export const countOutages = (intervals: readonly StateInterval[]): number =>
  joined(intervals.filter(({ state }) => isOutage(state))).length

/** Returns the sums of minutes. */
export const sumOf = (parts: readonly Minutes[]): Minutes =>
  parts.reduce(
    (sum, { minutes, outage, excluded, closed, unknown }) => ({
      minutes: sum.minutes + minutes,
      outage: sum.outage + outage,
      excluded: sum.excluded + excluded,
      closed: sum.closed + closed,
      unknown: sum.unknown + unknown,
    }),
    { minutes: 0, outage: 0, excluded: 0, closed: 0, unknown: 0 },
  )
