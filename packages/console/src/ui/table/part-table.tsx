import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Unloaded } from '../feedback/feedback.tsx'
import { Row } from '../page/page.tsx'
import { DataTable } from './data-table.tsx'
import css from './table.module.css'
import type { DataTableProps } from './table-props.ts'

interface PartTableProps<T extends object> extends DataTableProps<T> {
  /** Query of the rows, for its first load and its failure. */
  query?: { data: unknown; error: Error | null; refetch: () => unknown }
  empty?: ReactNode
  /** Shows more rows; absent if there are none. */
  onMore?: (() => void) | false
}

/**
 * A short table in a part of a page, framed and never higher than a screen: all rows of a query without
 * paging, with its first load, failure and empty state.
 */
export function PartTable<T extends object>({ query, empty = null, onMore, ...table }: PartTableProps<T>) {
  const t = useTexts()
  if (query && !query.data) return <Unloaded small query={query} rows={3} rowHeight={36} />
  if (table.rows.length === 0) return empty
  return (
    <>
      <div className={css.framed}>
        <DataTable {...table} />
      </div>
      {onMore && (
        <Row>
          <Button small onClick={onMore}>
            {t('ui.more')}
          </Button>
        </Row>
      )}
    </>
  )
}
