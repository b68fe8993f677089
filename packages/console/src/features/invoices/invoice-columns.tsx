import { type AnswerOf, type invoiceList, invoiceStates, invoiceTypes } from '@stationmaster/contract'
import { useFormat } from '../../lib/format.ts'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { Identity } from '../../ui/data/copy.tsx'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import {
  codeColumn,
  momentColumn,
  moneyColumn,
  none,
  numberColumn,
  textColumn,
} from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { wordsOf } from '../../ui/table/file-sheet.ts'

export type Invoice = AnswerOf<typeof invoiceList>[number]

const tones: Record<(typeof invoiceStates)[number], Tone> = {
  created: 'busy',
  in_progress: 'busy',
  paid: 'good',
  closed: 'calm',
  failed: 'bad',
  cancelled: 'calm',
}

/** State of an invoice; one that an administrator added has its own name. */
export function InvoiceState({ invoice: { statecode, statename } }: { invoice: Invoice }) {
  const t = useTexts('invoices')
  const given = useCustomLabels()
  const state = invoiceStates.find((known) => known === statecode)
  const label = given('invoice', statecode) ?? (state ? t(`states.${state}`) : statename)
  return <ToneChip tone={state ? tones[state] : 'calm'}>{label}</ToneChip>
}

/** Type of an invoice: invoice or credit note. */
export function InvoiceType({ code, name }: { code: string; name: string }) {
  const t = useTexts('invoices')
  const given = useCustomLabels('type')
  const type = invoiceTypes.find((known) => known === code)
  return given('invoice', code) ?? (type ? t(`types.${type}`) : name)
}

/** Number of an invoice; a draft has none. */
export function InvoiceNumber({ code }: { code: string | null }) {
  const t = useTexts('invoices')
  return code === null ? t('draft') : <Identity value={code} />
}

/** A day of the calendar, whatever the time zone of the page. */
export function Day({ day }: { day: string | null }) {
  const format = useFormat('UTC')
  return day === null ? none : format.date(day)
}

/** First and last day of a period. */
export function Period({ from, to }: { from: string; to: string }) {
  const format = useFormat('UTC')
  return from === to ? format.date(from) : format.dateRange(from, to)
}

/** Day on which an invoice is due, marked if it has passed. */
export function Due({ invoice: { due, overdue } }: { invoice: Invoice }) {
  const t = useTexts('invoices')
  if (!overdue) return <Day day={due} />
  return (
    <>
      <Day day={due} />
      &ensp;<ToneChip tone="bad">{t('overdue')}</ToneChip>
    </>
  )
}

const typeWords = wordsOf(invoiceTypes, (type, { text, custom }) => {
  return custom('type', 'invoice', type) ?? text(`invoices:types.${type}`)
})
const stateWords = wordsOf(invoiceStates, (state, { text, custom }) => {
  return custom('state', 'invoice', state) ?? text(`invoices:states.${state}`)
})

export const invoiceColumns: readonly Column<Invoice>[] = [
  {
    id: 'code',
    title: 'invoices:columns.code',
    sort: 'code',
    narrow: 'title',
    min: 130,
    cell: ({ code }) => <InvoiceNumber code={code} />,
  },
  {
    id: 'state',
    title: 'invoices:columns.state',
    sort: 'statecode',
    file: [{ field: 'statecode', words: stateWords }],
    narrow: 'badge',
    cell: (invoice) => <InvoiceState invoice={invoice} />,
  },
  {
    id: 'type',
    title: 'invoices:columns.type',
    sort: 'typecode',
    file: [{ field: 'typecode', words: typeWords }],
    narrow: 'note',
    cell: ({ typecode, typename }) => <InvoiceType code={typecode} name={typename} />,
  },
  textColumn('clientname', 'invoices:columns.client', {
    id: 'client',
    min: 160,
    cut: 'short',
    narrow: 'subtitle',
  }),
  {
    id: 'period',
    title: 'invoices:columns.period',
    sort: 'periodfrom',
    file: [
      { field: 'periodfrom', title: 'invoices:columns.periodFrom' },
      { field: 'periodto', title: 'invoices:columns.periodTo' },
    ],
    narrow: 'note',
    cell: ({ periodfrom, periodto }) => <Period from={periodfrom} to={periodto} />,
  },
  {
    id: 'issued',
    title: 'invoices:columns.issued',
    sort: 'issued',
    hidden: true,
    cell: ({ issued }) => <Day day={issued} />,
  },
  {
    id: 'due',
    title: 'invoices:columns.due',
    sort: 'due',
    narrow: 'note',
    // a card omits a note without a value
    cell: (invoice) => (invoice.due === null ? none : <Due invoice={invoice} />),
  },
  moneyColumn('amount', 'invoices:columns.amount', {
    narrow: 'value',
    file: [{ field: 'amount' }, { field: 'currency', title: 'invoices:columns.currency' }],
  }),
  moneyColumn('open', 'invoices:columns.open'),
  moneyColumn('net', 'invoices:columns.net', { hidden: true }),
  moneyColumn('tax', 'invoices:columns.tax', { hidden: true }),
  moneyColumn('paid', 'invoices:columns.paid', { hidden: true }),
  moneyColumn('credited', 'invoices:columns.credited', { hidden: true }),
  textColumn('currency', 'invoices:columns.currency', { hidden: true }),
  textColumn('sellername', 'invoices:columns.seller', { id: 'seller', hidden: true }),
  codeColumn('reference', 'invoices:columns.reference', { hidden: true }),
  numberColumn('lines', 'invoices:columns.lines', { hidden: true }),
  textColumn('description', 'invoices:columns.description', { cut: 'wide', hidden: true }),
  momentColumn('created', 'invoices:columns.created', { hidden: true }),
]
