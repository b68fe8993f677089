import { IconAlertTriangle, IconCloudOff, IconLock, IconSearchOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { CallError } from '../../lib/call.ts'
import { useFormat } from '../../lib/format.ts'
import { addressOf } from '../../lib/screen.ts'
import { useUser } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { CopyButton } from '../data/copy.tsx'
import css from './feedback.module.css'

/**
 * Placeholders for content: nothing there yet (`Empty`), nothing that matches (`NothingFound`), a failure in
 * place with its text (`Failure`), and the first load (`Loading`, a skeleton with the final geometry).
 */
export function Empty({
  icon,
  title,
  lead,
  action,
}: {
  icon?: ReactNode
  title: string
  lead?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      {icon && <div className={css.icon}>{icon}</div>}
      <p className={css.title}>{title}</p>
      {lead && <div className={css.lead}>{lead}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}

/** Shown if a filter matches nothing: names the active filters and offers to clear them. */
export function NothingFound({
  filters = [],
  onClear,
}: {
  filters?: readonly string[]
  onClear?: () => void
}) {
  const t = useTexts()
  return (
    <Empty
      icon={<IconSearchOff size={28} stroke={1.5} />}
      title={t('ui.nothingFound')}
      lead={
        filters.length > 0
          ? t('ui.table.activeFilters', { filters: filters.join(', ') })
          : t('ui.nothingFoundLead')
      }
      action={onClear && <Button onClick={onClear}>{t('ui.clearFilters')}</Button>}
    />
  )
}

/** A failure in place, with text, code and an id that can be copied; the rest of the page stays usable. */
export function Failure({
  error,
  title,
  onRetry,
  small = false,
}: {
  error: unknown
  title?: string
  onRetry?: () => void
  small?: boolean
}) {
  const words = useFailureText(error)
  const wait = (error instanceof CallError && error.retryAfter) || 0
  const Icon = words.icon
  return (
    <div className={small ? css.line : css.empty} role="alert">
      <div className={css.icon} data-tone="bad">
        <Icon size={small ? 18 : 28} stroke={1.5} />
      </div>
      <p className={css.title}>{title ?? words.title}</p>
      <p className={css.lead}>{words.lead}</p>
      <ErrorIds error={error} />
      {onRetry && (
        <div className={css.action}>
          <RetryButton key={String(error)} seconds={wait} small={small} onRetry={onRetry} />
        </div>
      )}
    </div>
  )
}

function ErrorIds({ error }: { error: unknown }) {
  const t = useTexts()
  const isAdmin = useUser()?.admin
  if (!(error instanceof CallError) || error.kind !== 'refused') return null
  const { correlation } = error
  const words = t('ui.errorId', { id: correlation })
  return (
    <p className={css.ids}>
      <span className="mono">{t('ui.errorCode', { code: error.code })}</span>
      {correlation && (
        <span className="mono">
          {isAdmin ? <a href={addressOf('/admin/dblog', [], { correlation })}>{words}</a> : words}{' '}
          <CopyButton value={correlation} small />
        </span>
      )}
    </p>
  )
}

/** Returns the text of a failed call, for a toast or a line under a form. */
export function useFailureText(error: unknown): { title: string; lead: string; icon: typeof IconLock } {
  const t = useTexts()
  if (error instanceof CallError) {
    if (error.kind === 'network')
      return { title: t('ui.noAnswer'), lead: t('ui.noAnswerLead'), icon: IconCloudOff }
    if (error.kind === 'timeout')
      return { title: t('ui.noAnswer'), lead: t('ui.tooLate'), icon: IconCloudOff }
    if (error.kind === 'empty') return { title: t('ui.badAnswer'), lead: '', icon: IconAlertTriangle }
    if (error.status === 403) return { title: t('ui.notAllowed'), lead: error.message, icon: IconLock }
    const title = error.status >= 500 || error.message === '' ? t('ui.failed') : t('ui.refused')
    return { title, lead: error.message, icon: IconAlertTriangle }
  }
  const lead = error instanceof Error ? error.message : ''
  return { title: t('ui.failed'), lead, icon: IconAlertTriangle }
}

/**
 * Retry button, enabled after the wait that the server requested. Pass the failure as key: a new one starts a
 * new wait.
 */
function RetryButton({ seconds, small, onRetry }: { seconds: number; small: boolean; onRetry: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setLeft((present) => Math.max(0, present - 1)), 1_000)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <Button small={small} onClick={onRetry} disabled={left > 0}>
      {left > 0 ? t('ui.retryIn', { time: format.exactDuration(left) }) : t('ui.retry')}
    </Button>
  )
}

/**
 * First load: lines of the final height after 150 ms, text after one second, the elapsed time after five.
 * Content that was already shown stays instead (see `Dimmed`).
 */
export function Loading({ rows = 6, rowHeight = 48 }: { rows?: number; rowHeight?: number }) {
  const t = useTexts()
  const format = useFormat()
  const seconds = useElapsed()
  return (
    <output className={css.loading} aria-busy="true">
      {Array.from({ length: rows }, (_, at) => (
        <div
          key={at}
          className={css.skeleton}
          style={{ blockSize: rowHeight }}
          data-odd={at % 2 || undefined}
        />
      ))}
      <span className={seconds >= 1 ? css.still : 'hidden-text'}>
        {seconds >= 5 ? t('ui.stillLoading', { time: format.duration(seconds) }) : t('ui.loading')}
      </span>
    </output>
  )
}

/** Shown until a query has data: its first load, or its failure with a button that retries. */
export function Unloaded({
  query: { error, refetch },
  small,
  ...rows
}: {
  query: { error: unknown; refetch: () => unknown }
  small?: boolean
  rows?: number
  rowHeight?: number
}) {
  if (error) return <Failure small={small} error={error} onRetry={() => void refetch()} />
  return <Loading {...rows} />
}

/** Returns the whole seconds since the component was mounted. */
export function useElapsed(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((present) => present + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}

/** Keeps showing the previous content and dims it after 300 ms while the next response is pending. */
export function Dimmed({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <div className={css.dimmed} data-dim={when || undefined} aria-busy={when || undefined}>
      {children}
    </div>
  )
}
