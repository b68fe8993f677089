import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty, Failure, Loading, NothingFound } from '../../../ui/feedback/feedback.tsx'
import css from './journals.module.css'
import type { Searching } from './use-search.ts'

interface FoundProps {
  found: Searching<unknown>
  filters: readonly string[]
  onClear: () => void
  /** The table of the entries found. */
  children: ReactNode
}

/** The results of a search, its progress, and a button to continue it. */
export function FoundEntries({ found, filters, onClear, children }: FoundProps) {
  const t = useTexts('log-search')
  const { rows, until, isRunning, error } = found
  if (rows.length === 0 && error) return <Failure error={error} onRetry={found.continueSearch} />
  if (rows.length === 0 && until === undefined) return <Loading rows={8} />
  if (rows.length === 0 && until === null) return <NothingFound filters={filters} onClear={onClear} />
  if (rows.length === 0)
    return (
      <Empty
        title={isRunning ? t('running') : t('none')}
        lead={<SearchProgress found={found} />}
        action={<ContinueButton found={found} />}
      />
    )
  return (
    <>
      {children}
      {error && <Failure small error={error} onRetry={found.continueSearch} />}
      {!error && (
        <div className={css.found}>
          <output>
            <strong>{t('found', { count: rows.length })}</strong> <SearchProgress found={found} />
          </output>
          <ContinueButton found={found} />
        </div>
      )}
    </>
  )
}

function SearchProgress({ found: { until } }: Pick<FoundProps, 'found'>) {
  const t = useTexts('log-search')
  const format = useFormat()
  if (until === undefined) return null
  return until === null ? t('all') : t('asFar', { time: format.dateTime(until) })
}

function ContinueButton({ found: { until, isRunning, continueSearch } }: Pick<FoundProps, 'found'>) {
  const t = useTexts('log-search')
  if (until === null) return null
  return (
    <Button loading={isRunning} onClick={continueSearch}>
      {t('further')}
    </Button>
  )
}
