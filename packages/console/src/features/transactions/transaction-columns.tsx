import { type AnswerOf, type transactionList, transactionStates } from '@stationmaster/contract'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { Identity } from '../../ui/data/copy.tsx'
import { BriefTerm } from '../../ui/data/term.tsx'
import { Amount } from '../../ui/page/figures.tsx'
import {
  agoColumn,
  cardColumn,
  codeColumn,
  momentColumn,
  none,
  numberColumn,
  stateChip,
  stateColumn,
  textColumn,
} from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { termsOf } from '../../ui/table/file-sheet.ts'
import { Running } from '../../ui/time/moment.tsx'

export type Transaction = AnswerOf<typeof transactionList>[number]

/** Returns a function that translates states of transactions; custom labels take precedence. */
export function useTransactionStateLabel() {
  const t = useTexts('transactions')
  const given = useCustomLabels()
  return (state: Transaction['statecode']): string => given('transaction', state) ?? t(`states.${state}`)
}

/** States that lists of transactions filter by. */
export const transactionStateFilters = ['all', ...transactionStates] as const

/** Returns what a text in the filter finds: the transaction with this number, or the text in these columns. */
export function wantedTransactions(
  q: string,
  fields: readonly string[],
): { filter: Record<string, number>; fields: readonly string[] } {
  const isNumber = /^\d{1,10}$/.test(q.trim())
  return isNumber ? { filter: { transactionid: Number(q) }, fields: [] } : { filter: {}, fields }
}

export const TransactionState = stateChip<Transaction['statecode']>({
  tones: { running: 'busy', finished: 'good', needs_review: 'warn' },
  word: (state) => `transactions:states.${state}`,
  classCode: 'transaction',
})

const start = agoColumn<Transaction>('datestart', 'transactions:columns.start', {
  id: 'start',
  narrow: 'subtitle',
})

function Cost({
  row: { cost, currency, pricestate },
  money,
}: {
  row: Transaction
  money: (amount: string, currency: string) => string
}) {
  const t = useTexts('transactions')
  if (cost === null || currency === null) return none
  const amount = <span className="figure">{money(cost, currency)}</span>
  if (pricestate === 'rated') return amount
  return (
    <span className="muted" title={pricestate === 'running' ? t('soFar') : undefined}>
      {amount}
    </span>
  )
}

const station: Column<Transaction> = {
  id: 'station',
  title: 'transactions:columns.station',
  sort: 'identity',
  narrow: 'title',
  file: [{ field: 'identity' }, { field: 'connectorid', title: 'transactions:columns.connector' }],
  cell: (row) => (
    <>
      {row.identity === '' ? none : <Identity value={row.identity} />}{' '}
      <span className="muted">· {row.connectorid}</span>
    </>
  ),
}

const others: readonly Column<Transaction>[] = [
  stateColumn('statecode', 'transactions:columns.state', { id: 'state', Chip: TransactionState }),
  cardColumn('transactions:columns.card', { narrow: 'subtitle' }),
  textColumn('carplate', 'transactions:columns.car', { id: 'car', mono: true, hidden: true }),
  start,
  {
    id: 'duration',
    title: 'transactions:columns.duration',
    sort: 'duration',
    num: true,
    narrow: 'subtitle',
    file: [{ field: 'duration', unit: 'min' }],
    cell: (row) => <Running since={row.datestart} until={row.datestop} />,
  },
  {
    id: 'energy',
    title: 'transactions:columns.energy',
    sort: 'energy',
    num: true,
    narrow: 'value',
    file: [{ field: 'energy', unit: 'kWh' }],
    cell: (row, { format }) => <Amount quantity={format.energyQuantity(row.energy)} />,
  },
  {
    id: 'cost',
    title: 'transactions:columns.cost',
    sort: 'cost',
    num: true,
    file: [{ field: 'cost' }, { field: 'currency' }],
    cell: (row, { format }) => <Cost row={row} money={format.money} />,
  },
  {
    id: 'power',
    title: 'transactions:columns.power',
    num: true,
    file: [{ field: 'power', unit: 'kW' }],
    cell: (row, { format }) =>
      row.statecode === 'running' ? <Amount quantity={format.powerQuantity(row.power)} /> : none,
  },
  {
    id: 'soc',
    title: 'transactions:columns.soc',
    num: true,
    file: [{ field: 'soc', unit: '%' }],
    cell: (row, { format }) => format.percent(row.soc),
  },
  {
    id: 'reason',
    title: 'transactions:columns.reason',
    sort: 'reason',
    file: [{ field: 'reason', words: termsOf('reason') }],
    cell: (row) => (row.reason === null ? none : <BriefTerm member="reason" value={row.reason} />),
  },
  codeColumn('transactionid', 'transactions:columns.number', { id: 'number', num: true }),
  momentColumn('datestop', 'transactions:columns.stop', { id: 'stop', hidden: true }),
  {
    id: 'meterstart',
    title: 'transactions:columns.meterStart',
    num: true,
    hidden: true,
    file: [{ field: 'meterstart', unit: 'Wh' }],
    cell: (row, { format }) => format.withUnit(row.meterstart, 0, 'Wh'),
  },
  {
    id: 'meterstop',
    title: 'transactions:columns.meterStop',
    num: true,
    hidden: true,
    file: [{ field: 'meterstop', unit: 'Wh' }],
    cell: (row, { format }) => format.withUnit(row.meterstop, 0, 'Wh'),
  },
  textColumn('clientname', 'transactions:columns.client', { id: 'client', sort: false, hidden: true }),
  textColumn('stationclientname', 'transactions:columns.stationClient', {
    id: 'stationclient',
    sort: false,
    hidden: true,
  }),
  codeColumn('reservationid', 'transactions:columns.reservation', {
    id: 'reservation',
    sort: false,
    num: true,
    hidden: true,
  }),
]

/** Columns of a list of transactions of many stations. */
export const transactionColumns: readonly Column<Transaction>[] = [station, ...others]

/** Columns of the transactions of one station: the start comes first, the connector replaces the station. */
export const stationTransactionColumns: readonly Column<Transaction>[] = [
  { ...start, narrow: 'title' },
  numberColumn('connectorid', 'transactions:columns.connector', { id: 'connector' }),
  ...others.filter((column) => column !== start),
]
