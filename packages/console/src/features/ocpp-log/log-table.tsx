import { useVirtualizer } from '@tanstack/react-virtual'
import { IconArrowUp } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePrinting } from '../../lib/printing.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Failure } from '../../ui/feedback/feedback.tsx'
import { LogEntry } from './log-entry.tsx'
import css from './log.module.css'
import { SearchProgress } from './search-progress.tsx'
import type { OcppLog } from './use-ocpp-log.ts'

/** Distance in pixels from the top that still counts as the end of the log. */
const topMargin = 12
/** Number of rows before the last loaded one at which older ones are fetched. */
const ahead = 8

interface LogTableProps {
  log: OcppLog
  identity: string
  /** Name of the station in the address. */
  name: string
  open: string | null
  onOpen: (id: string | null) => void
  onTop: (isAtTop: boolean) => void
  onNewest: () => void
}

/** Renders the visible messages; empty space of the right height stands for the others. */
export function LogTable({ log, identity, name, open, onOpen, onTop, onNewest }: LogTableProps) {
  const t = useTexts('station')
  const scroll = useRef<HTMLDivElement>(null)
  const { virtual, items } = useVisibleRows(log, open, scroll)
  const toggle = useToggle(onOpen)
  // Remounted for another query, it starts at the top again.
  const begin = useEffectEvent(() => onTop(true))
  useEffect(() => begin(), [])
  const { rows, hasOlder, hasNewer } = log
  const toNewest = (): void => {
    scroll.current?.scrollTo({ top: 0 })
    onNewest()
  }
  return (
    <div className={css.frame}>
      <NewsPill log={log} onNewest={toNewest} />
      <div
        ref={scroll}
        className={css.scroll}
        onScroll={(event) => onTop(event.currentTarget.scrollTop <= topMargin)}
      >
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the messages' buttons */}
        <table
          className={css.table}
          aria-label={t('log.title')}
          aria-rowcount={hasOlder || hasNewer ? -1 : rows.length + 1}
          onKeyDown={moveByArrows}
        >
          <Head />
          {hasNewer && <NewerRow log={log} />}
          <tbody aria-hidden="true" style={{ blockSize: items[0]?.start ?? 0 }} />
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <LogEntry
                  key={row.id}
                  row={row}
                  index={index}
                  measure={virtual.measureElement}
                  identity={identity}
                  name={name}
                  isOpen={row.id === open}
                  onToggle={toggle}
                />
              )
            )
          })}
          <tbody
            aria-hidden="true"
            style={{ blockSize: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }}
          />
        </table>
        <OlderEnd log={log} />
      </div>
    </div>
  )
}

/** Returns the rows to render; fetches older ones before the last one becomes visible. */
function useVisibleRows(log: OcppLog, open: string | null, scroll: RefObject<HTMLDivElement | null>) {
  const { rows, hasOlder, failure, loading, search } = log
  const isPrinting = usePrinting()
  // eslint-disable-next-line react/incompatible-library -- nothing here is memoised on what it returns
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 37,
    getItemKey: (at) => rows[at]?.id ?? at,
    // All loaded messages go on paper.
    overscan: isPrinting ? rows.length : 10,
    scrollPaddingStart: 40,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useScrollToLink(log, open, (at) => virtual.scrollToIndex(at, { align: 'center' }))
  const loadOlder = useEffectEvent(() => void log.loadOlder())
  const mayLoad = hasOlder && failure?.end !== 'older' && loading !== 'older' && !search.isPaused
  const wantsOlder = mayLoad && last >= rows.length - ahead
  useEffect(() => {
    if (wantsOlder) loadOlder()
  }, [wantsOlder, rows.length])
  return { virtual, items }
}

/** Shows how many newer messages are held back. */
function NewsPill({ log, onNewest }: { log: OcppLog; onNewest: () => void }) {
  const t = useTexts('station')
  const { count, more } = log.waiting
  if (count === 0 && !log.hasNewer) return null
  return (
    <div className={css.pill}>
      <Button small kind="primary" icon={<IconArrowUp size={14} />} onClick={onNewest}>
        {more ? t('log.newest') : t('log.new', { count })}
      </Button>
    </div>
  )
}

function Head() {
  const t = useTexts('station')
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{t('log.columns.time')}</th>
        <th scope="col">{t('log.columns.action')}</th>
        <th scope="col">{t('log.columns.content')}</th>
        <th scope="col">{t('log.columns.answer')}</th>
        <th scope="col" data-num>
          {t('log.columns.duration')}
        </th>
      </tr>
    </thead>
  )
}

/** Row above a linked message that loads newer messages. */
function NewerRow({ log }: { log: OcppLog }) {
  const t = useTexts('station')
  return (
    <tbody>
      <tr className={css.end}>
        <td>
          <Button small loading={log.loading === 'newer'} onClick={() => void log.loadNewer()}>
            {t('log.newer')}
          </Button>
        </td>
      </tr>
    </tbody>
  )
}

function OlderEnd({ log }: { log: OcppLog }) {
  const t = useTexts('station')
  const { isRunning, isPaused } = log.search
  if (log.hasOlder && (isRunning || isPaused)) return <SearchProgress log={log} />
  return (
    <div className={css.end}>
      {log.failure?.end === 'older' ? (
        <Failure small error={log.failure.error} onRetry={() => void log.loadOlder()} />
      ) : (
        <p className="muted">{log.hasOlder ? t('log.loadingOlder') : t('log.beginning')}</p>
      )}
    </div>
  )
}

/**
 * Returns the same function for all rows and renders, so that rows stay memoised; it always calls the latest
 * handler.
 */
function useToggle(onOpen: (id: string | null) => void) {
  const newest = useRef(onOpen)
  useLayoutEffect(() => {
    newest.current = onOpen
  })
  const [toggle] = useState(() => (id: string, isOpen: boolean) => newest.current(isOpen ? null : id))
  return toggle
}

/** Scrolls once to the linked message when it has loaded. */
function useScrollToLink(log: OcppLog, open: string | null, show: (at: number) => void): void {
  const [wanted] = useState(open)
  const isShown = useRef(false)
  const found = wanted === null ? -1 : log.rows.findIndex(({ id }) => id === wanted)
  const bring = useEffectEvent((at: number) => show(at))
  useEffect(() => {
    if (found < 0 || isShown.current) return
    isShown.current = true
    bring(found)
  }, [found])
}

/** Moves the focus between messages by the arrow keys. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const button = event.target instanceof Element ? event.target.closest('[data-entry]') : null
  if (step === 0 || button === null) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
  const next = buttons[buttons.indexOf(button as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
