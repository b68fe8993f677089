import type { AnswerOf, orderList } from '@stationmaster/contract'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import { codeColumn, momentColumn, moneyColumn, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { wordsOf } from '../../ui/table/file-sheet.ts'

export type Order = AnswerOf<typeof orderList>[number]

/** Types of orders: the kinds of journals. */
const orderTypes = [
  'session',
  'invoice',
  'credit_note',
  'top_up',
  'capture',
  'bank_transfer',
  'refund',
  'dispute',
  'fee',
  'payout',
  'owner_share',
  'owner_payment',
  'rounding',
  'write_off',
  'adjustment',
  'reversal',
] as const
const orderStates = ['succeeded', 'refunded'] as const
const tones: Record<(typeof orderStates)[number], Tone> = { succeeded: 'good', refunded: 'calm' }

function OrderType({ order: { typecode, typename } }: { order: Order }) {
  const t = useTexts('payments')
  const given = useCustomLabels('type')
  const type = orderTypes.find((known) => known === typecode)
  return given('order', typecode) ?? (type ? t(`orderTypes.${type}`) : typename)
}

function OrderState({ order: { statecode, statename } }: { order: Order }) {
  const t = useTexts('payments')
  const given = useCustomLabels()
  const state = orderStates.find((known) => known === statecode)
  const label = given('order', statecode) ?? (state ? t(`orderStates.${state}`) : statename)
  return <ToneChip tone={state ? tones[state] : 'calm'}>{label}</ToneChip>
}

const typeWords = wordsOf(orderTypes, (type, { text, custom }) => {
  return custom('type', 'order', type) ?? text(`payments:orderTypes.${type}`)
})
const stateWords = wordsOf(orderStates, (state, { text, custom }) => {
  return custom('state', 'order', state) ?? text(`payments:orderStates.${state}`)
})

export const orderColumns: readonly Column<Order>[] = [
  momentColumn('datetime', 'payments:columns.datetime', { narrow: 'subtitle' }),
  {
    id: 'type',
    title: 'payments:columns.orderType',
    sort: 'typecode',
    file: [{ field: 'typecode', words: typeWords }],
    narrow: 'title',
    min: 150,
    cell: (order) => <OrderType order={order} />,
  },
  textColumn('payername', 'payments:columns.payer', { narrow: 'note' }),
  textColumn('payeename', 'payments:columns.payee', { narrow: 'note' }),
  moneyColumn('amount', 'payments:columns.amount', {
    file: [{ field: 'amount' }, { field: 'currency', title: 'payments:columns.currency' }],
    narrow: 'value',
  }),
  {
    id: 'state',
    title: 'payments:columns.state',
    sort: 'statecode',
    file: [{ field: 'statecode', words: stateWords }],
    narrow: 'badge',
    cell: (order) => <OrderState order={order} />,
  },
  codeColumn('code', 'payments:columns.code', { hidden: true }),
  codeColumn('debitcode', 'payments:columns.debit', { hidden: true }),
  codeColumn('creditcode', 'payments:columns.credit', { hidden: true }),
  textColumn('description', 'payments:columns.description', { cut: 'wide', hidden: true }),
  momentColumn('operdate', 'payments:columns.operdate', { hidden: true }),
  textColumn('currency', 'payments:columns.currency', { hidden: true }),
]
