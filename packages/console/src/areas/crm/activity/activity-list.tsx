import { useVirtualizer } from '@tanstack/react-virtual'
import { IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { TimelineRow } from '../../../ui/time/timeline.tsx'
import css from './activity.module.css'
import { activityLooks } from './activity-look.ts'
import { type FoldedEvents, foldEvents } from './fold-events.ts'
import type { Activity, ActivityEvents } from './use-activity.ts'
import { useActivityWords } from './use-activity-words.ts'

/** Distance in pixels from the top that still counts as the newest end. */
const topMargin = 12
/** Number of rows before the last loaded one at which older ones are fetched. */
const ahead = 12

interface ActivityListProps {
  events: ActivityEvents
  /** False on the page of one station. */
  withStation: boolean
  open: string
  onOpen: (id: string) => void
  onTop: (isAtTop: boolean) => void
  onNewest: () => void
}

/** The events as rows, of which only the visible ones are rendered; older ones load on scrolling. */
export function ActivityList({ events, withStation, open, onOpen, onTop, onNewest }: ActivityListProps) {
  const t = useTexts('activity')
  const scroll = useRef<HTMLDivElement>(null)
  const { hasOlder, failure, waiting } = events
  const rows = useMemo(() => foldEvents(events.rows), [events.rows])
  // eslint-disable-next-line react/incompatible-library -- nothing here is memoised on what it returns
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 37,
    getItemKey: (index) => rows[index]?.newest.id ?? index,
    overscan: 10,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const begin = useEffectEvent(() => onTop(true))
  useEffect(() => begin(), [])
  const loadOlder = useEffectEvent(() => void events.loadOlder())
  const wantsOlder = hasOlder && failure?.end !== 'older' && last >= rows.length - ahead
  useEffect(() => {
    if (wantsOlder) loadOlder()
  }, [wantsOlder, events.rows.length])
  return (
    <div className={css.frame}>
      {waiting.count > 0 && (
        <div className={css.pill}>
          <Button
            small
            kind="primary"
            icon={<IconArrowUp size={14} />}
            onClick={() => {
              scroll.current?.scrollTo({ top: 0 })
              onNewest()
            }}
          >
            {waiting.more ? t('newest') : t('new', { count: waiting.count })}
          </Button>
        </div>
      )}
      <div
        ref={scroll}
        className={css.scroll}
        onScroll={(event) => onTop(event.currentTarget.scrollTop <= topMargin)}
      >
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the rows' buttons */}
        <ol
          className={css.rows}
          data-single={!withStation || undefined}
          aria-label={t('title')}
          onKeyDown={moveByArrows}
        >
          <li aria-hidden="true" style={{ blockSize: items[0]?.start ?? 0 }} />
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <li key={row.newest.id} ref={virtual.measureElement} data-index={index}>
                  <ActivityRow
                    event={row}
                    withStation={withStation}
                    isOpen={row.newest.id === open}
                    onOpen={onOpen}
                  />
                </li>
              )
            )
          })}
          <li aria-hidden="true" style={{ blockSize: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }} />
        </ol>
        <div className={css.end}>
          {failure?.end === 'older' ? (
            <Failure small error={failure.error} onRetry={() => void events.loadOlder()} />
          ) : (
            <p className="muted">{hasOlder ? t('loadingOlder') : t('beginning')}</p>
          )}
        </div>
      </div>
    </div>
  )
}

interface RowProps {
  event: FoldedEvents
  withStation: boolean
  isOpen: boolean
  onOpen: (id: string) => void
}

/** One event, or the number of events of one cause. */
export function ActivityRow({ event: { newest: row, count, since }, withStation, isOpen, onOpen }: RowProps) {
  const t = useTexts('activity')
  const format = useFormat()
  const words = useActivityWords()(row)
  const look = activityLooks[row.kind]
  return (
    <TimelineRow
      at={row.datetime}
      {...look}
      subject={<Subject row={row} withStation={withStation} />}
      sentence={words.sentence}
      note={words.note && <bdi>{words.note}</bdi>}
      end={
        count > 1
          ? t('words.times', { count, duration: format.duration(secondsBetween(since, row.datetime)) })
          : words.end && <bdi>{words.end}</bdi>
      }
      isCurrent={isOpen}
      onOpen={() => onOpen(row.id)}
    />
  )
}

const secondsBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 1000)

function Subject({ row, withStation }: { row: Activity; withStation: boolean }) {
  const t = useTexts('activity')
  const connector = row.connectorid ? row.connectorid : null
  if (!withStation) return connector === null ? null : `${t('facts.connector')} ${connector}`
  const identity = row.identity ?? row.idtag
  if (identity === null) return null
  return (
    <bdi className="mono">
      {identity}
      {connector !== null && ` · ${connector}`}
    </bdi>
  )
}

/** Moves the focus between events by the arrow keys. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-entry]') : null
  if (step === 0 || button === null) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
  const next = buttons[buttons.indexOf(button) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
