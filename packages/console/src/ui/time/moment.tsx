import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/clock.ts'

/** Time relative within 24 hours, absolute after; the exact time is in the title. An unknown time is a dash. */
export function Ago({ at }: { at: string | null | undefined }) {
  if (!at) return <Missing />
  return <Ticking at={at} />
}

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

/** Duration of something running: `1:02:03`, growing each second until `until` is known. */
export function Running({ since, until = null }: { since: string; until?: string | null }) {
  const format = useFormat()
  const now = useNow(until ? 'half-minute' : 'second')
  const end = until ? Date.parse(until) : now
  return (
    <span className="figure" dir="ltr">
      {format.duration((end - Date.parse(since)) / 1000)}
    </span>
  )
}

const Missing = () => <span className="muted">–</span>
