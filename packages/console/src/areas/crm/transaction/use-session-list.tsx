import type { ViewList } from '../../../lib/saved-views.ts'
import { transactionCount, transactionList } from '@stationmaster/contract'
import {
  type Transaction,
  transactionStateFilters,
  useTransactionStateLabel,
  wantedTransactions,
} from '../../../features/transactions/transaction-columns.tsx'
import { type Go, listParameters, oneOf, type Values, whole } from '../../../lib/address.ts'
import type { SearchTerm } from '../../../lib/list.ts'
import { useTexts } from '../../../lib/texts.ts'
import { rangeParameters, rangeSearch, resolveRange } from '../../../lib/time-range.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { rangeFilter } from '../../../ui/time/range-filter.tsx'
import { useRangeText } from '../../../ui/time/use-range-text.ts'
import { transactionAddress } from '../transaction-menu.tsx'
import { SessionDrawer } from './session-drawer.tsx'
import { sessionHints } from './session-hints.ts'

/** Parameters in the address of a list of charging sessions. */
export const sessionParameters = {
  ...listParameters,
  state: oneOf(transactionStateFilters),
  ...rangeParameters(),
  tx: whole(0),
}
type Parameters = typeof sessionParameters

interface SessionSource {
  /** Name of the list. */
  name: ViewList
  columns: readonly Column<Transaction>[]
  at: Values<Parameters>
  go: Go<Parameters>
  /** Columns that the text filter searches. */
  fields: readonly string[]
  /** Conditions in addition to those of the address. */
  search?: readonly SearchTerm[]
  /** Id of the station, if all sessions are of one. */
  station?: string
}

/** Loads a list of charging sessions. Returns it with its filters, the properties of its rows, and the opened session. */
export function useSessionList({ name, columns, at, go, fields, search = [], station }: SessionSource) {
  const t = useTexts('transactions')
  const word = useTransactionStateLabel()
  const range = useRangeText(at)
  const wanted = wantedTransactions(at.q, fields)
  const list = usePagedList({
    name,
    list: transactionList,
    count: transactionCount,
    columns,
    where: sessionParameters,
    at,
    go,
    ...wanted,
    filter: { ...wanted.filter, ...(station !== undefined && { stationid: station }) },
    filterBy: { state: 'statecode' },
    search: [...rangeSearch('datestart', resolveRange(at)), ...search],
    order: ['datestart DESC'],
    hints: sessionHints,
    station,
  })
  return {
    list,
    filters: [
      segmentFilter(list, 'state', {
        label: t('columns.state'),
        word: (state) => (state === 'all' ? t('all') : word(state)),
      }),
      rangeFilter(at, go, range),
    ],
    rowProps: {
      rowName: (row: Transaction) => String(row.transactionid),
      rowState: (row: Transaction) => row.statecode,
      href: transactionAddress,
      onOpen: (row: Transaction) => go({ tx: row.transactionid }, { push: true }),
    },
    drawer: at.tx > 0 && (
      <SessionDrawer
        number={at.tx}
        rows={list.rows}
        onMove={(number) => go({ tx: number })}
        onClose={() => go({ tx: 0 })}
      />
    ),
  }
}
