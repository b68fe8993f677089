import { transactionCount, transactionList, transactionSum } from '@stationmaster/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type Transaction,
  transactionColumns,
  useTransactionStateLabel,
} from '../../../features/transactions/transaction-columns.tsx'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { spanSearch, textSearch, useList } from '../../../lib/list.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl, SelectField } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'
import { TransactionDialog } from '../transaction-dialog.tsx'

const states = ['all', 'running', 'finished', 'needs_review'] as const
const spans = ['any', 'day', 'week', 'month'] as const
const days = { day: 1, week: 7, month: 30 } as const
const where = { ...listParameters, state: oneOf(states), span: oneOf(spans), tx: text() }
const hints = ['transaction.started', 'transaction.changed', 'transaction.stopped'] as const
const rowId = (row: Transaction) => row.id
const rowName = (row: Transaction) => String(row.transactionid)

/** Returns the start of a span, rounded to the full minute so that the query key stays the same. */
const sinceOf = (span: (typeof spans)[number]): string => {
  if (span === 'any') return ''
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  return new Date(minute - days[span] * 86_400_000).toISOString()
}

export default function Transactions() {
  const t = useTexts('transactions')
  const word = useTransactionStateLabel()
  const format = useFormat()
  const [at, go] = useAddress(where)
  const [columns, chooseColumns] = useColumns('transactions', at.cols, (cols) => go({ cols }))
  const isNumber = /^\d{1,10}$/.test(at.q.trim())
  const transactions = useList({
    list: transactionList,
    count: transactionCount,
    at,
    filter: {
      ...(at.state === 'all' ? {} : { statecode: at.state }),
      ...(isNumber ? { transactionid: Number(at.q) } : {}),
    },
    search: [
      ...(isNumber ? [] : textSearch(at.q, ['identity', 'stationlabel', 'code', 'cardname'])),
      ...spanSearch('datestart', sinceOf(at.span), ''),
    ],
    order: ['datestart DESC'],
    hints,
  })
  const sum = useQuery(endpointQuery(transactionSum, transactions.matching, { hints, keepPrevious: true }))
  const filters = [
    ...(at.q ? [at.q] : []),
    ...(at.state === 'all' ? [] : [word(at.state)]),
    ...(at.span === 'any' ? [] : [t(`span.${at.span}`)]),
  ]
  return (
    <Page fill>
      <PageHead
        title={t('title')}
        facts={
          transactions.total !== null && (
            <>
              {t('count', { count: transactions.total })}
              {sum.data && <span>{t('sum', { energy: format.energy(sum.data.sum) })}</span>}
            </>
          )
        }
      />
      <ListPanel
        list={transactions}
        paging={pagingOf(at, go, transactions.total)}
        filters={filters}
        onClear={() => go({ q: '', state: 'all', span: 'any', page: 1 })}
        toolbar={
          <ListToolbar
            filter={
              <FilterField value={at.q} placeholder={t('filter')} onChange={(q) => go({ q, page: 1 })} />
            }
            chips={
              <>
                <SegmentedControl
                  aria-label={t('columns.state')}
                  value={at.state}
                  onChange={(state) => go({ state: where.state.read(state), page: 1 })}
                  data={states.map((value) => ({
                    value,
                    label: value === 'all' ? t('all') : word(value),
                  }))}
                />
                <SelectField
                  aria-label={t('span.label')}
                  w={185}
                  allowDeselect={false}
                  value={at.span}
                  onChange={(span) => go({ span: where.span.read(span), page: 1 })}
                  data={spans.map((value) => ({ value, label: t(`span.${value}`) }))}
                />
              </>
            }
            end={
              <>
                <ListMenus
                  list="transactions"
                  columns={transactionColumns}
                  chosen={columns}
                  onChange={chooseColumns}
                />
                <CsvButton csv={transactions.csv} name="transactions" />
              </>
            }
          />
        }
        empty={
          <Empty
            icon={<IconArrowsExchange size={28} stroke={1.5} />}
            title={t('empty')}
            lead={t('emptyLead')}
          />
        }
      >
        <DataTable
          label={t('title')}
          columns={transactionColumns}
          chosen={columns}
          rows={transactions.rows}
          rowId={rowId}
          rowName={rowName}
          rowState={(row) => row.statecode}
          onOpen={(row) => go({ tx: String(row.transactionid) }, { push: true })}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
        />
      </ListPanel>
      {/^\d{1,10}$/.test(at.tx) && (
        <TransactionDialog number={Number(at.tx)} onClose={() => go({ tx: '' })} />
      )}
    </Page>
  )
}
