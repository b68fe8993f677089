import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Due } from '../../../features/invoices/invoice-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'

/** Shows the amounts paid and open, the payment reference and the credit notes. */
export function InvoicePayment({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts('invoices')
  const format = useFormat()
  const {
    currency,
    paid,
    credited,
    open,
    reference,
    sellername,
    description,
    reminders,
    creditnotes,
    reminded,
    dunningended,
  } = invoice
  return (
    <Card title={t('page.payment')}>
      <KeyValues
        rows={[
          [t('columns.seller'), sellername],
          [t('columns.due'), invoice.due !== null && <Due key="due" invoice={invoice} />],
          [t('columns.reference'), reference !== null && <Identity key="reference" value={reference} copy />],
          [t('columns.paid'), format.money(paid, currency)],
          [t('columns.credited'), format.money(credited, currency)],
          [t('columns.open'), format.money(open, currency)],
          reminders > 0 && [t('page.reminders'), format.number(reminders)],
          reminded !== null && [t('page.lastReminder'), <Moment key="reminded" at={reminded} />],
          dunningended !== null && [t('page.dunningEnded'), <Moment key="ended" at={dunningended} />],
          description !== null && [t('columns.description'), <bdi key="reason">{description}</bdi>],
          ...creditnotes.map(({ id, code, amount }): [string, ReactNode] => [
            t('types.credit_note'),
            <span key={id}>
              <Link to={addressOf('/crm/invoice', [id])}>{code ?? t('draft')}</Link> ·{' '}
              {format.money(amount, currency)}
            </span>,
          ]),
        ]}
      />
    </Card>
  )
}
