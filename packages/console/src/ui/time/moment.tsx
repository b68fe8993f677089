import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/clock.ts'
import { usePrinting } from '../../lib/printing.ts'

/**
 * Time relative within 24 hours, absolute after and on paper, which does not say when it was printed; the exact time is
 * in the title. An unknown time is a dash.
 */
export function Ago({ at }: { at: string | null | undefined }) {
  const isPrinting = usePrinting()
  if (!at || isPrinting) return <Moment at={at} />
  return <Ticking at={at} />
}

/** A label and a relative time as one phrase, in the direction of its language whatever that of the page. */
export const LabelledAgo = ({ label, at }: { label: string; at: string | null | undefined }) => (
  <span dir="auto">
    {label} <Ago at={at} />
  </span>
)

function Ticking({ at }: { at: string }) {
  // The slow clock first: only times younger than a minute subscribe to the fast one.
  const coarse = useNow('half-minute')
  return Math.abs(coarse - Date.parse(at)) < 60_000 ? <Young at={at} /> : <Written at={at} now={coarse} />
}

function Young({ at }: { at: string }) {
  return <Written at={at} now={useNow('second')} />
}

function Written({ at, now }: { at: string; now: number }) {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.exact(at)} dir="auto">
      {format.ago(at, now)}
    </time>
  )
}

/** A point in time in full. */
export function Moment({ at, seconds = false }: { at: string | null | undefined; seconds?: boolean }) {
  const format = useFormat()
  if (!at) return <Missing />
  return (
    <time dateTime={at} title={format.exact(at)} dir="auto">
      {seconds ? `${format.date(at)} ${format.time(at)}` : format.dateTime(at)}
    </time>
  )
}

/** Duration of something running, growing until `until` is known; each second in its first minute. */
export function Running({ since, until = null }: { since: string; until?: string | null }) {
  const coarse = useNow('half-minute')
  const start = Date.parse(since)
  if (until) return <Elapsed ms={Date.parse(until) - start} />
  return coarse - start < 60_000 ? <Starting since={start} /> : <Elapsed ms={coarse - start} />
}

function Starting({ since }: { since: number }) {
  return <Elapsed ms={useNow('second') - since} />
}

function Elapsed({ ms }: { ms: number }) {
  const format = useFormat()
  return (
    <span className="figure" dir="auto">
      {format.duration(ms / 1000)}
    </span>
  )
}

const Missing = () => <span className="muted">–</span>

/** Returns the name of a weekday (1 is Monday) in a language. */
export const weekdayName = (tag: string, weekday: number, length: 'short' | 'long'): string =>
  // 1 January 2024 was a Monday
  new Intl.DateTimeFormat(tag, { weekday: length, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
