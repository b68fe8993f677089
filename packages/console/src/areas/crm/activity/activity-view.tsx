import { IconActivity, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Histogram } from '../../../ui/chart/histogram.tsx'
import { Empty, Failure, Loading } from '../../../ui/feedback/feedback.tsx'
import { RangePicker } from '../../../ui/time/range-picker.tsx'
import { useRangeText } from '../../../ui/time/use-range-text.ts'
import { ExportMenu } from '../../../ui/table/export-menu.tsx'
import css from './activity.module.css'
import { ActivityDrawer } from './activity-drawer.tsx'
import { activityFile } from './activity-file.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityList } from './activity-list.tsx'
import {
  type ActivityViewProps,
  isOpenEnded,
  livePlace,
  shownCategories,
  type Within,
} from './activity-place.ts'
import {
  type ActivityEvents,
  histogramParts,
  totalOf,
  useActivityEvents,
  useActivityHistogram,
} from './use-activity.ts'

const presets = ['hour', 'day', 'night', 'yesterday', 'week', 'month', 'thisMonth'] as const
const segments = ['night', 'yesterday', 'day'] as const

/** Decides whether new events are shown immediately: not while paused, reading further down, or looking at one event. */
function useTail({ at, go }: ActivityViewProps) {
  const [isPaused, setPaused] = useState(false)
  const [isAtTop, setAtTop] = useState(true)
  const canFollow = isOpenEnded(at)
  const isOn = canFollow && !isPaused
  const toggle = (): void => {
    setPaused(isOn)
    if (!canFollow) go(livePlace)
  }
  useSpace(toggle)
  return {
    isOn,
    isFollowed: isOn && isAtTop && at.event === '',
    toggle,
    setAtTop,
    toNewest: (): void => {
      setPaused(false)
      setAtTop(true)
    },
  }
}

/** Calls `onPress` for the space bar unless a control has the focus. */
function useSpace(onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isFree = !(event.target instanceof Element && event.target.closest('button, a, input, [role], pre'))
    if (event.key !== ' ' || !isFree) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Data of the view and whether it is followed, for the screen and for the tab of a station. */
export function useActivityView({ at, go }: ActivityViewProps, within: Within) {
  const tail = useTail({ at, go })
  const events = useActivityEvents(at, within, tail.isFollowed)
  const histogram = useActivityHistogram(at, within)
  return { at, go, tail, events, histogram, withStation: within.stationid === undefined }
}

type View = ReturnType<typeof useActivityView>

/** Shows new events immediately, or stops; in a period that has ended it goes to the last 24 hours. */
export function TailButton({ tail }: Pick<View, 'tail'>) {
  const t = useTexts('activity')
  return (
    <Button
      aria-pressed={tail.isOn}
      icon={tail.isOn ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
      onClick={tail.toggle}
    >
      {t('tail')}
    </Button>
  )
}

/** Downloads the events that are shown. */
export function ActivityExport({ view: { at, events, histogram } }: { view: View }) {
  return (
    <ExportMenu
      file={events.file}
      name="activity"
      columns={activityFile}
      total={histogram.isKnown ? totalOf(histogram.selected, shownCategories(at)) : null}
    />
  )
}

/** Period, histogram, filters and events. */
export function ActivityPanel({ view, end, zone }: { view: View; end?: ReactNode; zone: boolean }) {
  const { at, go, tail, events, histogram, withStation } = view
  const t = useTexts('activity')
  const open = (event: string): void => go({ event })
  return (
    <div className={css.panel}>
      <div className={css.tools}>
        <RangePicker
          at={at}
          onChange={(range) => go({ ...range, sfrom: '', sto: '', event: '' })}
          presets={presets}
          segments={segments}
          zone={zone}
        />
        {end}
      </div>
      <EventHistogram view={view} />
      <ActivityFilters at={at} go={go} counts={histogram.selected} withStation={withStation} />
      <Events view={view}>
        <ActivityList
          events={events}
          withStation={withStation}
          open={at.event}
          onOpen={open}
          onTop={tail.setAtTop}
          onNewest={() => {
            tail.toNewest()
            go({ event: '' })
            events.release()
          }}
        />
      </Events>
      {histogram.isKnown && (
        <output className={css.foot}>
          {t('selected', { count: totalOf(histogram.selected, shownCategories(at)) })}
        </output>
      )}
      {at.event !== '' && (
        <ActivityDrawer id={at.event} rows={events.rows} onOpen={open} onClose={() => go({ event: '' })} />
      )}
    </div>
  )
}

function EventHistogram({ view: { go, histogram } }: { view: View }) {
  const t = useTexts('activity')
  const { from, to, parts, all, selection } = histogram
  const { problem, refused } = all
  return (
    <Histogram
      label={t('histogram')}
      sentence={t('sentence', { count: t('count', { count: totalOf(all) }), problems: problem, refused })}
      from={from}
      to={to}
      parts={histogramParts}
      buckets={parts.map((part) => ({
        from: Date.parse(part.from),
        counts: [part.connection + part.session + part.command + part.other, part.refused, part.problem],
      }))}
      categories={[
        { label: t('bars.other'), colour: 'var(--line-strong)' },
        { label: t('bars.refused'), colour: 'var(--st-suspended)' },
        { label: t('bars.problem'), colour: 'var(--st-faulted)' },
      ]}
      selection={selection}
      onSelect={(chosen) =>
        go({
          sfrom: chosen ? new Date(chosen.from).toISOString() : '',
          sto: chosen ? new Date(chosen.to).toISOString() : '',
          event: '',
        })
      }
    />
  )
}

/** Renders the events or a placeholder. */
function Events({ view, children }: { view: View; children: ReactNode }) {
  const { at, go } = view
  const events: ActivityEvents = view.events
  const t = useTexts('activity')
  const format = useFormat()
  const range = useRangeText(at)
  const { selection } = view.histogram
  const period = selection ? format.range(selection.from, selection.to) : range
  if (events.error) return <Failure error={events.error} onRetry={events.retry} />
  if (events.pending && events.rows.length === 0) return <Loading rows={10} rowHeight={36} />
  if (events.rows.length > 0) return children
  const filters = [
    ...shownCategories(at).map((category) => t(`categories.${category}`)),
    ...(at.q.trim() === '' ? [] : [at.q.trim()]),
  ]
  const isLimited = filters.length > 0 || selection !== null
  return (
    <Empty
      icon={<IconActivity size={28} stroke={1.5} />}
      title={t('empty', { period })}
      lead={
        filters.length > 0 ? t('ui.table.activeFilters', { filters: filters.join(', ') }) : t('emptyLead')
      }
      action={
        isLimited && (
          <Button onClick={() => go({ show: [], q: '', sfrom: '', sto: '' })}>{t('ui.clearFilters')}</Button>
        )
      }
    />
  )
}
