import { IconHistory, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Go } from '../../lib/address.ts'
import { useStationName } from '../../lib/station-name.ts'
import { useTexts } from '../../lib/texts.ts'
import { isCustom } from '../../lib/time-range.ts'
import { IconButton } from '../../ui/buttons.tsx'
import { Empty, Failure, Loading, NothingFound } from '../../ui/feedback/feedback.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ExportMenu } from '../../ui/table/export-menu.tsx'
import { FilterField } from '../../ui/table/list-toolbar.tsx'
import { listPresets } from '../../ui/time/range-filter.tsx'
import { RangePicker } from '../../ui/time/range-picker.tsx'
import { useRangeText } from '../../ui/time/use-range-text.ts'
import type { LogPlace, logParameters } from './log-filter.ts'
import { LogFilters } from './log-filters.tsx'
import { LogTable } from './log-table.tsx'
import css from './log.module.css'
import { NothingSoFar } from './search-progress.tsx'
import { type OcppLog, useOcppLog } from './use-ocpp-log.ts'

/**
 * The OCPP log of a station: followed live at its end, paused while the user reads further down, searched and
 * filtered on the server; each message can be opened and has its own link.
 */
export function LogView({
  station,
  at,
  go,
}: {
  station: { id: string; identity: string; accountcode: string }
  at: LogPlace
  go: Go<typeof logParameters>
}) {
  const t = useTexts('station')
  const name = useStationName()(station)
  const [isPaused, setPaused] = useState(false)
  const [isAtTop, setAtTop] = useState(true)
  const [link, setLink] = useState(at.msg === '' ? null : at.msg)
  const isFollowed = !isPaused && isAtTop && at.msg === ''
  const log = useOcppLog(station.id, at, { link, isFollowed })
  // A linked message that was deleted does not pause the log; the notice about it stays.
  const forget = useEffectEvent(() => go({ msg: '' }))
  useEffect(() => {
    if (log.isLinkLost) forget()
  }, [log.isLinkLost])
  // Another query starts at the end of the log with no message open.
  const filter: Go<typeof logParameters> = (change) => {
    setLink(null)
    go({ ...change, msg: '' })
  }
  const clear = (): void =>
    filter({ action: '', q: '', dir: 'all', err: 'all', range: 'any', from: '', to: '' })
  const filters = useFilterWords(at)
  const toNewest = (): void => {
    setLink(null)
    setPaused(false)
    setAtTop(true)
    go({ msg: '' })
    log.release()
  }
  return (
    <div className={css.log}>
      <div className={css.tools} data-screen-only>
        <FilterField value={at.q} placeholder={t('log.filter')} onChange={(q) => filter({ q })} />
        <RangePicker at={at} onChange={filter} presets={listPresets} />
        <LogFilters at={at} go={filter} />
        <span className={css.toolsEnd}>
          <IconButton
            label={t(isPaused ? 'log.resume' : 'log.pause')}
            aria-pressed={isPaused}
            onClick={() => (isPaused ? toNewest() : setPaused(true))}
          >
            {isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
          </IconButton>
          <ExportMenu file={log.file} name={`ocpp-log-${station.identity}`} />
        </span>
      </div>
      {log.isLinkLost && (
        <div className={css.notice}>
          <Notice tone="warn">{t('log.linkLost')}</Notice>
        </div>
      )}
      <Messages log={log} filters={filters} onClear={clear}>
        <LogTable
          log={log}
          identity={station.identity}
          name={name}
          open={at.msg === '' ? null : at.msg}
          onOpen={(msg) => go({ msg: msg ?? '' })}
          onTop={setAtTop}
          onNewest={toNewest}
        />
      </Messages>
    </div>
  )
}

/** Renders the messages or a placeholder. */
function Messages({
  log,
  filters,
  onClear,
  children,
}: {
  log: OcppLog
  filters: readonly string[]
  onClear: () => void
  children: ReactNode
}) {
  const t = useTexts('station')
  if (log.error) return <Failure error={log.error} onRetry={log.retry} />
  if (log.pending) return <Loading rows={10} rowHeight={36} />
  if (log.rows.length > 0) return children
  if (log.hasOlder) return <NothingSoFar log={log} />
  if (filters.length > 0) return <NothingFound filters={filters} onClear={onClear} />
  return (
    <Empty icon={<IconHistory size={28} stroke={1.5} />} title={t('log.empty')} lead={t('log.emptyLead')} />
  )
}

function useFilterWords(at: LogPlace): string[] {
  const t = useTexts('station')
  const range = useRangeText(at)
  return [
    ...(at.q ? [at.q] : []),
    ...(at.action ? [at.action] : []),
    ...(at.dir === 'all' ? [] : [t(`log.directions.${at.dir}`)]),
    ...(at.err === 'all' ? [] : [at.err === 'any' ? t('log.anyError') : at.err]),
    ...(at.range === 'any' && !isCustom(at) ? [] : [range]),
    ...(at.hb ? [] : [t('log.withoutHeartbeats')]),
    ...(at.nomv ? [t('log.hideMeterValues')] : []),
  ]
}
