import type { ComponentType, ReactNode } from 'react'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import css from './timeline.module.css'

export type TimelineTone = 'good' | 'warn' | 'bad'

interface TimelineRowProps {
  at: string
  icon: ComponentType<{ size?: number | string }>
  /** Colour of the icon; normal events have none. */
  tone?: TimelineTone
  /** Object of the event, such as the identity of a station. */
  subject?: ReactNode
  sentence: ReactNode
  /** Continues the sentence in grey. */
  note?: ReactNode
  /** Duration, user or result, at the end of the row. */
  end?: ReactNode
  isCurrent: boolean
  onOpen: () => void
}

/** One event of a timeline: time, icon, object, sentence and the end of the row; a button that opens it. */
export function TimelineRow(props: TimelineRowProps) {
  const { at, icon: Icon, tone, subject, sentence, note, end, isCurrent, onOpen } = props
  const format = useFormat()
  const now = useNow()
  return (
    <button
      type="button"
      className={css.row}
      data-entry
      aria-current={isCurrent || undefined}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <time dateTime={at} title={format.exact(at)} className={css.time}>
        {format.entry(at, now)}
      </time>
      <span className={css.icon} data-tone={tone} aria-hidden="true">
        <Icon size={18} />
      </span>
      <span className={css.subject}>{subject}</span>
      <span className={css.sentence}>
        {sentence}
        {note && <span className={css.note}> · {note}</span>}
      </span>
      <span className={css.end}>{end}</span>
    </button>
  )
}
