import { useId, useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import './chart.css'
import { timeLabels } from './time-axis.ts'
import { uptimeOf, type UptimeSpan } from './uptime.ts'

interface UptimeStripProps {
  spans: readonly UptimeSpan[]
  /** Displayed range, in milliseconds since 1970. */
  from: number
  to: number
  timeZone?: string
}

/** Drawn in a box of this width and stretched: a short interruption stays visible. */
const drawnWidth = 1000
const sliver = 2

/**
 * Availability of a station: a strip of online, offline and unknown time, with its share and interruptions in
 * words.
 */
export function UptimeStrip({ spans, from, to, timeZone }: UptimeStripProps) {
  const t = useTexts('chart')
  const format = useFormat()
  const hatch = useId()
  const labels = timeLabels(format.tag, timeZone)
  const uptime = useMemo(() => uptimeOf(spans, from, to), [spans, from, to])
  const place = (instant: number): number => ((instant - from) / (to - from)) * drawnWidth
  const share = uptime.share === null ? null : uptime.share * 100
  const sentence =
    share === null
      ? t('uptimeUnknown')
      : t('uptime', {
          share: format.percent(share, share > 99 && share < 100 ? 2 : 1),
          count: uptime.interruptions,
          longest: format.duration(uptime.longest / 1000),
        })
  return (
    <div className="uptime">
      {/* Drawn here, not fetched: an <img> could not take the colours of the page. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <svg viewBox={`0 0 ${drawnWidth} 20`} preserveAspectRatio="none" role="img" aria-label={sentence}>
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill="var(--line)" />
            <rect width="2" height="6" fill="var(--line-strong)" />
          </pattern>
        </defs>
        <rect width={drawnWidth} height="20" fill={`url(#${hatch})`} />
        {[...uptime.spans]
          .sort((left, right) => Number(right.online) - Number(left.online))
          .map((span) => (
            <rect
              key={span.from}
              x={place(span.from)}
              width={Math.max(sliver, place(span.to) - place(span.from))}
              height="20"
              fill={span.online ? 'var(--st-available)' : 'var(--st-offline)'}
            >
              <title>
                {`${t(span.online ? 'online' : 'offline')}: ${labels.exact(span.from)} – ${labels.exact(span.to)}`}
              </title>
            </rect>
          ))}
      </svg>
      <p className="uptime-foot">
        <span className="figure">{format.date(from)}</span>
        <span aria-hidden="true" className="uptime-words" dir="auto">
          {sentence}
        </span>
        <span className="figure">{format.date(to)}</span>
      </p>
    </div>
  )
}
