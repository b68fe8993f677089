import {
  type AnswerOf,
  type paymentList,
  paymentPurposes,
  paymentStates,
  paymentTypes,
} from '@stationmaster/contract'
import { Link } from 'react-router'
import { addressOf } from '../../lib/screen.ts'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import { codeColumn, momentColumn, moneyColumn, none, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { wordsOf } from '../../ui/table/file-sheet.ts'

export type Payment = AnswerOf<typeof paymentList>[number]

const tones: Record<(typeof paymentStates)[number], Tone> = {
  pending: 'busy',
  waiting_for_capture: 'busy',
  succeeded: 'good',
  refunded: 'calm',
  cancelled: 'calm',
  expired: 'calm',
  failed: 'bad',
}

/** State of a payment. */
export function PaymentState({ payment: { statecode, statename } }: { payment: Payment }) {
  const t = useTexts('payments')
  const given = useCustomLabels()
  const state = paymentStates.find((known) => known === statecode)
  const label = given('payment', statecode) ?? (state ? t(`states.${state}`) : statename)
  return <ToneChip tone={state ? tones[state] : 'calm'}>{label}</ToneChip>
}

/** Provider of a payment, with a note if no money moves. */
export function PaymentProvider({ payment: { typecode, typename, trial } }: { payment: Payment }) {
  const t = useTexts('payments')
  const given = useCustomLabels('type')
  const type = paymentTypes.find((known) => known === typecode)
  const label = given('payment', typecode) ?? (type ? t(`types.${type}`) : typename)
  if (!trial) return label
  return type === 'offline' ? (
    <ToneChip tone="warn">{label}</ToneChip>
  ) : (
    <>
      {label} <ToneChip tone="warn">{t('trial')}</ToneChip>
    </>
  )
}

/** Number of the invoice that a payment is for, or a top-up. */
function PaymentLabel({ payment: { invoice, label } }: { payment: Payment }) {
  const t = useTexts('payments')
  return invoice === null ? (
    t('purposes.top_up')
  ) : (
    <Link to={addressOf('/crm/invoice', [invoice])}>{label}</Link>
  )
}

const typeWords = wordsOf(paymentTypes, (type, { text, custom }) => {
  return custom('type', 'payment', type) ?? text(`payments:types.${type}`)
})
const stateWords = wordsOf(paymentStates, (state, { text, custom }) => {
  return custom('state', 'payment', state) ?? text(`payments:states.${state}`)
})
const purposeWords = wordsOf(paymentPurposes, (purpose, { text }) => text(`payments:purposes.${purpose}`))

export const paymentColumns: readonly Column<Payment>[] = [
  momentColumn('datetime', 'payments:columns.datetime', { narrow: 'subtitle' }),
  {
    id: 'label',
    title: 'payments:columns.label',
    sort: 'label',
    file: [
      { field: 'purpose', words: purposeWords },
      { field: 'invoicecode', title: 'payments:columns.invoice' },
    ],
    narrow: 'title',
    min: 130,
    cell: (payment) => <PaymentLabel payment={payment} />,
  },
  {
    id: 'type',
    title: 'payments:columns.type',
    sort: 'typecode',
    file: [{ field: 'typecode', words: typeWords }],
    narrow: 'note',
    cell: (payment) => <PaymentProvider payment={payment} />,
  },
  moneyColumn('amount', 'payments:columns.amount', {
    narrow: 'value',
    file: [{ field: 'amount' }, { field: 'currency', title: 'payments:columns.currency' }],
  }),
  moneyColumn('captured', 'payments:columns.captured', { hidden: true }),
  moneyColumn('refunded', 'payments:columns.refunded', {
    cell: ({ refunded, currency }, { format }) =>
      Number(refunded) === 0 ? none : format.money(refunded, currency),
  }),
  {
    id: 'state',
    title: 'payments:columns.state',
    sort: 'statecode',
    file: [{ field: 'statecode', words: stateWords }],
    narrow: 'badge',
    cell: (payment) => <PaymentState payment={payment} />,
  },
  codeColumn('code', 'payments:columns.code', { hidden: true }),
  momentColumn('operdate', 'payments:columns.operdate', { hidden: true }),
  codeColumn('reference', 'payments:columns.reference', { hidden: true }),
  textColumn('currency', 'payments:columns.currency', { hidden: true }),
]
