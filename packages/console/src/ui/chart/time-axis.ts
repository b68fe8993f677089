const day = 86_400_000
const minute = 60_000

export interface TimeLabels {
  /** Returns the labels of ticks; the first tick of a day has its date on a second line. */
  ticks(marks: readonly number[], step: number): string[]
  /** Returns the time of a reading; with seconds unless all readings are at full minutes. */
  exact(instant: number, readings?: readonly number[]): string
}

/**
 * Creates labels for instants (ms since 1970) in the displayed time zone. Clock times have 24 hours in every
 * language: an axis has no space for a suffix, and operators compare them with logs.
 */
export function timeLabels(locale: string, timeZone?: string): TimeLabels {
  const zone = timeZone === undefined ? {} : { timeZone }
  const form = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...zone, ...options })
  const clock = form({ hour: '2-digit', minute: '2-digit' })
  const seconds = form({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const date = form({ day: 'numeric', month: 'short' })
  const year = form({ month: 'short', year: 'numeric' })
  const toMinute = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  const whole = form(toMinute)
  const exact = form({ ...toMinute, second: '2-digit' })

  return {
    ticks(marks, step) {
      const plain = step >= 28 * day ? year : step >= day ? date : step >= minute ? clock : seconds
      let shown = ''
      return marks.map((mark) => {
        const label = plain.format(mark)
        if (step >= day) return label
        const dated = date.format(mark)
        const isNew = shown !== '' && dated !== shown
        shown = dated
        return isNew ? `${label}\n${dated}` : label
      })
    },
    exact: (instant, readings = [instant]) =>
      (readings.every((at) => at % minute === 0) ? whole : exact).format(instant),
  }
}
