export interface UptimeSpan {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly online: boolean
}

export interface Uptime {
  /** Spans inside the window, in order, equal neighbours joined; time without a span is unknown. */
  readonly spans: readonly UptimeSpan[]
  /** Share of the known time that was online, 0 to 1; null if nothing is known. */
  readonly share: number | null
  readonly interruptions: number
  /** Longest interruption in milliseconds. */
  readonly longest: number
}

/**
 * Clips the spans to the window and computes the figures. If spans overlap, the later one in the list wins
 * from its start.
 */
export function uptimeOf(spans: readonly UptimeSpan[], from: number, to: number): Uptime {
  const ordered = [...spans].sort((left, right) => left.from - right.from)
  const cut: UptimeSpan[] = []
  ordered.forEach((span, index) => {
    const end = Math.min(span.to, ordered[index + 1]?.from ?? Infinity, to)
    const start = Math.max(span.from, from)
    if (end <= start) return
    const before = cut.at(-1)
    if (before !== undefined && before.online === span.online && before.to === start)
      cut[cut.length - 1] = { ...before, to: end }
    else cut.push({ from: start, to: end, online: span.online })
  })
  const length = (online: boolean): number =>
    cut.reduce((sum, span) => (span.online === online ? sum + span.to - span.from : sum), 0)
  const [up, down] = [length(true), length(false)]
  const breaks = cut.filter((span) => !span.online)
  return {
    spans: cut,
    share: up + down === 0 ? null : up / (up + down),
    interruptions: breaks.length,
    longest: Math.max(0, ...breaks.map((span) => span.to - span.from)),
  }
}
