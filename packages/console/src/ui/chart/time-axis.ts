const day = 86_400_000
const minute = 60_000

export interface TimeLabels {
  /** Labels of the marks on an axis; a mark that begins a day carries its date on a second line. */
  ticks(marks: readonly number[], step: number): string[]
  /** The exact time of a reading, with seconds where readings come that often. */
  exact(instant: number): string
}

/**
 * Labels for instants (ms since 1970) in the zone the page shows. Clock times are written with 24 hours in every
 * language: an axis has no room for a suffix, and an operator compares them with logs.
 */
export function timeLabels(locale: string, timeZone?: string): TimeLabels {
  const zone = timeZone === undefined ? {} : { timeZone }
  const form = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...zone, ...options })
  const clock = form({ hour: '2-digit', minute: '2-digit' })
  const seconds = form({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const date = form({ day: 'numeric', month: 'short' })
  const year = form({ month: 'short', year: 'numeric' })
  const whole = form({
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

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
    exact: (instant) => whole.format(instant),
  }
}
