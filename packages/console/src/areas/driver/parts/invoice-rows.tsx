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
  const format = useFormat()
  const days = useFormat('UTC')
  return (
    <ul className={css.places} aria-label={t('invoices')}>
      {invoices.map((invoice) => (
        <li key={invoice.id}>
          <Link to={addressOf('/driver/money', ['invoice', invoice.id])}>
            <span>
              <b>
                <InvoiceTitle invoice={invoice} />
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

export function InvoiceTitle({ invoice: { typecode, code } }: { invoice: Invoice }) {
  const t = useTexts('driver-money')
  return <bdi>{t(typecode === 'credit_note' ? 'creditNote' : 'invoice', { number: code ?? '' })}</bdi>
}

/** What is still to be paid, and by when. */
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
