import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { useState } from 'react'
import { summaryOf } from '../../../features/ocpp-log/log-summary.ts'
import type { LogRow } from '../../../features/ocpp-log/log-window.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTermWord } from '../../../lib/term-words.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CodeBlock } from '../../../ui/data/code-block.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import css from './activity.module.css'

interface ActivityFramesProps {
  frames: readonly LogRow[]
  /** Days for which messages are stored. */
  days: number
  at: string
}

/** The messages that belong to an event, in words or as they were sent. */
export function ActivityFrames({ frames, days, at }: ActivityFramesProps) {
  const t = useTexts('activity')
  const now = useNow()
  const [view, setView] = useState<'readable' | 'raw'>('readable')
  if (frames.length === 0) {
    const isOld = now - Date.parse(at) > days * 86_400_000
    return (
      <p className="muted">
        {isOld ? t('frames.gone', { days: t('frames.days', { count: days }) }) : t('frames.none')}
      </p>
    )
  }
  return (
    <section className={css.frames} aria-label={t('frames.title')}>
      <div className={css.framesHead}>
        <h3 className="group-label">{`${t('frames.title')} · ${frames.length}`}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('frames.view')}
          value={view}
          onChange={(next) => setView(next === 'raw' ? 'raw' : 'readable')}
          data={[
            { value: 'readable', label: t('frames.readable') },
            { value: 'raw', label: t('frames.raw') },
          ]}
        />
      </div>
      {frames.map((frame) => (
        <Frame key={frame.id} frame={frame} isRaw={view === 'raw'} />
      ))}
    </section>
  )
}

function Frame({ frame, isRaw }: { frame: LogRow; isRaw: boolean }) {
  const t = useTexts('activity')
  const format = useFormat()
  const word = useTermWord()
  const isIn = frame.direction === 'in'
  const Arrow = isIn ? IconArrowDownLeft : IconArrowUpRight
  return (
    <article className={css.message}>
      <header>
        <Arrow size={15} aria-hidden="true" />
        <b className="mono">{frame.action}</b>
        <time dateTime={frame.datetime} title={format.exact(frame.datetime)}>
          {format.time(frame.datetime)}
        </time>
        <span className={css.messageEnd}>{t(isIn ? 'frames.fromStation' : 'frames.fromServer')}</span>
      </header>
      {isRaw
        ? frame.request !== null && <CodeBlock label={frame.action} value={frame.request} />
        : lines(summaryOf(frame, word))}
      {(frame.response !== null || frame.errorcode !== null) && (
        <>
          <header>
            <b>{t('frames.answer')}</b>
            <span className={css.messageEnd}>
              {frame.durationms !== null && format.responseTime(frame.durationms)}
            </span>
          </header>
          {isRaw
            ? frame.response !== null && <CodeBlock label={t('frames.answer')} value={frame.response} />
            : lines(frame.errorcode ?? (summaryOf({ request: frame.response }, word) || '{}'))}
        </>
      )}
    </article>
  )
}

/** Renders the members of a message, one per line. */
const lines = (text: string) =>
  text !== '' && (
    <ul className={css.lines}>
      {text.split(' · ').map((line, at) => (
        <li key={at}>
          <bdi dir="ltr">{line}</bdi>
        </li>
      ))}
    </ul>
  )
