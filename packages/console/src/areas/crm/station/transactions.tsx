import { transactionCount, transactionList } from '@stationmaster/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import {
  stationTransactionColumns,
  type Transaction,
  useTransactionStateLabel,
} from '../../../features/transactions/transaction-columns.tsx'
import { listParameters, oneOf, useAddress, whole } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'
import { TransactionDialog } from '../transaction-dialog.tsx'
import css from './station.module.css'

const states = ['all', 'running', 'finished', 'needs_review'] as const
const where = { ...listParameters, state: oneOf(states), tx: whole(0) }
const rowId = (row: Transaction) => row.id
const rowName = (row: Transaction) => String(row.transactionid)

/** The charging sessions of one station. */
export function Transactions({ station }: { station: Station }) {
  const t = useTexts('transactions')
  const word = useTransactionStateLabel()
  const tStation = useTexts('station')
  const [at, go] = useAddress(where)
  const [columns, chooseColumns] = useColumns('station-transactions', at.cols, (cols) => go({ cols }))
  const isNumber = /^\d{1,10}$/.test(at.q.trim())
  const transactions = useList({
    list: transactionList,
    count: transactionCount,
    at,
    filter: {
      stationid: station.id,
      ...(at.state === 'all' ? {} : { statecode: at.state }),
      ...(isNumber ? { transactionid: Number(at.q) } : {}),
    },
    search: isNumber ? [] : textSearch(at.q, ['code', 'cardname', 'reason']),
    order: ['datestart DESC'],
    hints: ['transaction.started', 'transaction.changed', 'transaction.stopped'],
    station: station.id,
  })
  const filters = [...(at.q ? [at.q] : []), ...(at.state === 'all' ? [] : [word(at.state)])]
  return (
    <div className={`${css.flush} ${css.list}`}>
      <ListPanel
        list={transactions}
        paging={pagingOf(at, go, transactions.total)}
        filters={filters}
        onClear={() => go({ q: '', state: 'all', page: 1 })}
        toolbar={
          <ListToolbar
            filter={
              <FilterField
                value={at.q}
                placeholder={tStation('transactions.filter')}
                onChange={(q) => go({ q, page: 1 })}
              />
            }
            chips={
              <SegmentedControl
                aria-label={t('columns.state')}
                value={at.state}
                onChange={(state) => go({ state: where.state.read(state), page: 1 })}
                data={states.map((value) => ({
                  value,
                  label: value === 'all' ? t('all') : word(value),
                }))}
              />
            }
            end={
              <>
                <ListMenus
                  list="station-transactions"
                  columns={stationTransactionColumns}
                  chosen={columns}
                  onChange={chooseColumns}
                />
                <CsvButton csv={transactions.csv} name={`transactions-${station.identity}`} />
              </>
            }
          />
        }
        empty={
          <Empty
            icon={<IconArrowsExchange size={28} stroke={1.5} />}
            title={t('empty')}
            lead={tStation('transactions.emptyLead')}
          />
        }
      >
        <DataTable
          label={t('title')}
          columns={stationTransactionColumns}
          chosen={columns}
          rows={transactions.rows}
          rowId={rowId}
          rowName={rowName}
          rowState={(row) => row.statecode}
          onOpen={(row) => go({ tx: row.transactionid }, { push: true })}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
        />
      </ListPanel>
      {at.tx > 0 && <TransactionDialog number={at.tx} onClose={() => go({ tx: 0 })} />}
    </div>
  )
}
