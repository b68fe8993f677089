import type { AnswerOf, driverInvoiceList } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import css from './driver.module.css'

type Invoice = AnswerOf<typeof driverInvoiceList>[number]

/** Invoices and credit notes, each with a link to its page. */
export function InvoiceRows({ invoices }: { invoices: readonly Invoice[] }) {
  const t = useTexts('driver-money')
  const titleOf = useInvoiceTitle()
  const format = useFormat()
  const days = useFormat('UTC')
  return (
    <ul className={css.places} aria-label={t('invoices')}>
      {invoices.map((invoice) => (
        <li key={invoice.id}>
          <Link to={addressOf('/driver/money', ['invoice', invoice.id])}>
            <span>
              <b>
                <bdi>{titleOf(invoice)}</bdi>
              </b>
              <span className={css.facts}>
                {invoice.issued !== null && <span>{days.date(invoice.issued)}</span>}
                <InvoiceState invoice={invoice} />
              </span>
            </span>
            <b>{format.money(invoice.amount, invoice.currency)}</b>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns the function that names an invoice or credit note by its number. */
export function useInvoiceTitle(): (invoice: Pick<Invoice, 'typecode' | 'code'>) => string {
  const t = useTexts('driver-money')
  return ({ typecode, code }) =>
    t(typecode === 'credit_note' ? 'creditNote' : 'invoice', { number: code ?? '' })
}

/** The open amount, and by when to pay it. */
export function InvoiceState({ invoice }: { invoice: Invoice }) {
  const t = useTexts('driver-money')
  const format = useFormat()
  const days = useFormat('UTC')
  const { open, due, overdue, typecode, currency, trial } = invoice
  if (typecode === 'credit_note') return trial && <ToneChip tone="calm">{t('providers.offline')}</ToneChip>
  if (Number(open) === 0) return <ToneChip tone="good">{t('paid')}</ToneChip>
  return (
    <>
      <ToneChip tone={overdue ? 'bad' : 'warn'}>
        {t('open', { amount: format.money(open, currency) })}
      </ToneChip>
      {overdue ? (
        <span>{t('overdue')}</span>
      ) : (
        due !== null && <span>{t('dueOn', { date: days.date(due) })}</span>
      )}
    </>
  )
}
