import { type ReactNode, useState } from 'react'
import { Dimmed, Failure, Loading, NothingFound } from '../feedback/feedback.tsx'
import { useTexts } from '../../lib/texts.ts'
import { Pager, type Paging } from './pager.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { countOf, type Selection } from './selection.ts'
import css from './list-panel.module.css'

/**
 * Frame of a list, whatever renders its rows: toolbar (or the selection bar in its place), body with its
 * first load, failure, empty state and the dimming of old rows, and the pager below.
 *
 *   <ListPanel list={stations} toolbar={<ListToolbar …/>} paging={pagingOf(at, go, stations.total)} empty={<Empty …/>}
 *              filters={activeFilters} onClear={() => go({ q: '', state: [] })}
 *              selection={selection} actions={<Button small>…</Button>}>
 *     <DataTable … />
 *   </ListPanel>
 */
export interface ListPanelProps {
  list: {
    rows: readonly unknown[]
    total: number | null
    pending: boolean
    stale: boolean
    counting: boolean
    /** Current search and filters. */
    matching: object
    error: Error | null
    retry: () => void
  }
  toolbar?: ReactNode
  paging?: Paging
  /** Shown if there are no rows at all, without any filter. */
  empty: ReactNode
  /** Active filters as text; if there are any, an empty list shows "Nothing found". */
  filters?: readonly string[]
  onClear?: () => void
  selection?: Selection
  /** Actions for the selected rows. */
  actions?: ReactNode
  /** True until all parts of the list are loaded for the first time. */
  isWaiting?: boolean
  /** True for a body that is not a list of rows (map): it stays if a filter finds nothing. */
  bare?: boolean
  children: ReactNode
}

export function ListPanel(props: ListPanelProps) {
  const { list, toolbar, paging, selection } = props
  const t = useTexts()
  const found = useFound(list)
  const choosing = selection !== undefined && (selection.all || countOf(selection, list.total) > 0)
  return (
    <div className={css.panel} data-waiting={props.isWaiting || undefined}>
      {props.isWaiting && (
        <div className={css.waiting}>
          <Loading rows={8} />
        </div>
      )}
      {choosing ? (
        <SelectionBar selection={selection} total={list.total} actions={props.actions} />
      ) : (
        toolbar && (
          <div className={css.tools} data-screen-only>
            {toolbar}
          </div>
        )
      )}
      <div className={css.body}>
        <Body {...props} />
      </div>
      {paging && !props.bare && list.total !== 0 && <Pager paging={paging} />}
      <p className="hidden-text" aria-live="polite">
        {found !== null && t('ui.table.found', { count: found })}
      </p>
    </div>
  )
}

/**
 * Returns the number of rows that the last search or filter has found, which is announced. Later changes of the number
 * are not: a list that is live would be announced all the time.
 */
function useFound({ total, stale, counting, matching }: ListPanelProps['list']): number | null {
  const asked = JSON.stringify(matching)
  const [found, setFound] = useState<{ asked: string; total: number } | null>(null)
  if (total !== null && !stale && !counting && found?.asked !== asked) setFound({ asked, total })
  return found && found.total
}

function Body({ list, empty, filters = [], onClear, bare, children }: ListPanelProps) {
  const isFiltered = filters.length > 0
  if (bare && (isFiltered || list.total !== 0))
    return (
      <>
        {children}
        {list.total === 0 && (
          <div className={css.above}>
            <NothingFound filters={filters} onClear={onClear} />
          </div>
        )}
      </>
    )
  if (list.error) return <Failure error={list.error} onRetry={list.retry} />
  if (list.pending) return <Loading rows={8} />
  if (list.rows.length === 0 && isFiltered) return <NothingFound filters={filters} onClear={onClear} />
  if (list.rows.length === 0) return empty
  return <Dimmed when={list.stale}>{children}</Dimmed>
}
