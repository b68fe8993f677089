import { IconAlertTriangle, IconArrowDownLeft, IconArrowUpRight, IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useTermWord } from '../../lib/term-words.ts'
import { useTexts } from '../../lib/texts.ts'
import { BriefTerm } from '../../ui/data/term.tsx'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import { LogDetail } from './log-detail.tsx'
import { statusOf, summaryOf } from './log-summary.ts'
import type { LogRow } from './log-window.ts'
import css from './log.module.css'
import { explain, type Explanation } from './why.ts'

interface Props {
  row: LogRow
  index: number
  identity: string
  name: string
  isOpen: boolean
  measure: (element: Element | null) => void
  onToggle: (id: string, isOpen: boolean) => void
}

function Entry({ row, index, identity, name, isOpen, measure, onToggle }: Props) {
  const t = useTexts('station')
  const format = useFormat()
  const now = useNow()
  const word = useTermWord()
  const explanation = explain(row)
  const isIn = row.direction === 'in'
  const Arrow = isIn ? IconArrowDownLeft : IconArrowUpRight
  const summary = summaryOf(row, word)
  const toggle = (): void => onToggle(row.id, isOpen)
  return (
    <tbody ref={measure} data-index={index} data-open={isOpen || undefined} data-kind={explanation?.kind}>
      {/* The button in the first cell gives access by keyboard. */}
      <tr
        className={css.row}
        aria-rowindex={index + 2}
        onClick={(event) => !isControl(event.target) && !isSelecting() && toggle()}
      >
        <td className={css.time}>
          <button
            type="button"
            data-entry
            aria-expanded={isOpen}
            aria-label={t('log.entry', { action: row.action, time: format.time(row.datetime) })}
            onClick={toggle}
          >
            <IconChevronRight size={14} className={css.chevron} />
          </button>
          <time dateTime={row.datetime} title={format.exact(row.datetime)}>
            {format.entry(row.datetime, now)}
          </time>
        </td>
        <td className={css.action}>
          <Arrow size={14} aria-hidden="true" data-in={isIn || undefined} className={css.arrow} />
          <span className="hidden-text">{t(`log.directions.${row.direction}`)}</span>
          <span className="mono">{row.action}</span>
          {row.repeats > 1 && (
            <span className={css.repeats} title={t('log.repeats', { count: row.repeats })}>
              ×{format.number(row.repeats)}
            </span>
          )}
        </td>
        <td className={css.content}>
          {explanation?.kind === 'warning' && (
            <IconAlertTriangle size={14} className={css.warning} aria-label={t('log.trouble')} />
          )}
          <bdi className="mono" dir="ltr" title={summary}>
            {summary}
          </bdi>
        </td>
        <td className={css.answer}>
          <Answer row={row} explanation={explanation} />
        </td>
        <td className={css.took}>
          {row.durationms !== null && <span className="figure">{format.responseTime(row.durationms)}</span>}
        </td>
      </tr>
      {isOpen && (
        <tr className={css.detail}>
          <td colSpan={5}>
            <LogDetail row={row} identity={identity} name={name} explanation={explanation} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Rows of the log do not change, except for merged heartbeats. */
export const LogEntry = memo(Entry)

const tones: Record<Explanation['kind'], Tone> = { failed: 'bad', refused: 'warn', warning: 'warn' }

function Answer({ row, explanation }: { row: LogRow; explanation: Explanation | null }) {
  const status = statusOf(row)
  const answer = row.errorcode ?? status
  if (answer === null) return null
  const word = <BriefTerm member={row.errorcode === null ? 'status' : 'callError'} value={answer} />
  if (explanation === null || (explanation.kind === 'warning' && row.errorcode === null))
    return <span className="muted">{word}</span>
  return <ToneChip tone={tones[explanation.kind]}>{word}</ToneChip>
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a') !== null
const isSelecting = (): boolean => (window.getSelection()?.toString() ?? '') !== ''
