import { paymentList } from '@stationmaster/contract'
import { IconExternalLink } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { type Payment, PaymentProvider, PaymentState } from '../../../features/payments/payment-columns.tsx'
import { PaymentMenu } from '../../../features/payments/payment-menu.tsx'
import { openPage, usePay, useProviders } from '../../../features/payments/use-pay.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { StoredError } from '../../../lib/stored-error.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { MoreMenu } from '../../../ui/more-menu.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'
import css from './invoice.module.css'

const RefundDialog = lazy(async () => ({
  default: (await import('../../../features/payments/refund-dialog.tsx')).RefundDialog,
}))

/** Payments of an invoice with their states, and the providers with which it can be paid. */
export function InvoicePayments({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts('payments')
  const [refunded, setRefunded] = useState<Payment | null>(null)
  const found = useEndpoint(
    paymentList,
    { filter: { invoice: invoice.id }, orderby: ['datetime'] },
    { hints: ['payment.changed', 'rights.changed'] },
  )
  const providers = useProviders()
  const payments = found.data ?? []
  return (
    <Card title={t('title')} actions={<PayButtons invoice={invoice} payments={payments} />}>
      {!found.data && <Unloaded query={found} rows={2} />}
      {found.data && payments.length === 0 && invoice.replaces === null && (
        <p className="muted">{t('noneOfInvoice')}</p>
      )}
      <Carried invoice={invoice} hasPayments={payments.length > 0} />
      <ul className={css.payments}>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} onRefund={() => setRefunded(payment)} />
        ))}
      </ul>
      {providers.all.length > 0 && (
        <p className="muted">
          {t('providers', {
            list: providers.all
              .map(({ code, trial }) =>
                trial && code !== 'offline' ? `${t(`types.${code}`)} (${t('trial')})` : t(`types.${code}`),
              )
              .join(', '),
          })}
        </p>
      )}
      <Suspense>{refunded && <RefundDialog payment={refunded} onClose={() => setRefunded(null)} />}</Suspense>
    </Card>
  )
}

/** Says that payments of a replaced invoice count for the new one, and links the other invoice. */
function Carried({ invoice, hasPayments }: { invoice: InvoiceDetail; hasPayments: boolean }) {
  const t = useTexts('payments')
  const { replaces, replacescode, replacedby, replacedbycode } = invoice
  const others = [
    { id: replaces, text: t('carriedFrom', { number: replacescode ?? '' }) },
    { id: hasPayments ? replacedby : null, text: t('carriedTo', { number: replacedbycode ?? '' }) },
  ]
  return others.map(
    ({ id, text }) =>
      id && (
        <p key={id}>
          <Link to={addressOf('/crm/invoice', [id])}>{text}</Link>
        </p>
      ),
  )
}

function PaymentRow({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const t = useTexts('payments')
  const format = useFormat()
  const { amount, refunded, currency, datetime, code, methods, error } = payment
  return (
    <li>
      <span className="figure">{format.money(amount, currency)}</span>
      <span>
        <PaymentProvider payment={payment} />
      </span>
      <span className="muted">
        <Moment at={datetime} />
      </span>
      <span>
        <PaymentState payment={payment} />
        {Number(refunded) > 0 && (
          <span className="muted"> {t('refundedAmount', { amount: format.money(refunded, currency) })}</span>
        )}
        {error !== null && (
          <small className="muted">
            {' '}
            <Suspense>
              <StoredError code={error} params={{}} message={null} />
            </Suspense>
          </small>
        )}
      </span>
      {Object.keys(methods).length > 0 && (
        <MoreMenu label={t('actionsOf', { number: code })}>
          <PaymentMenu payment={payment} onRefund={onRefund} />
        </MoreMenu>
      )}
    </li>
  )
}

/** A button for each provider, or one that continues a payment. */
function PayButtons({ invoice, payments }: { invoice: InvoiceDetail; payments: readonly Payment[] }) {
  const t = useTexts('payments')
  const { online } = useProviders()
  const pay = usePay()
  const waiting = payments.find(({ checkout }) => checkout !== null)
  if (waiting)
    return (
      <Button icon={<IconExternalLink size={16} />} onClick={() => openPage(waiting.checkout!)}>
        {t('continue')}
      </Button>
    )
  const isBusy = payments.some(
    ({ statecode }) => statecode === 'pending' || statecode === 'waiting_for_capture',
  )
  if (invoice.statecode !== 'in_progress' || invoice.demo || isBusy) return null
  return online
    .filter(({ trial }) => trial === invoice.trial)
    .map(({ code }) => (
      <Button
        key={code}
        loading={pay.isPending}
        onClick={() =>
          pay.mutate(
            { invoice: invoice.id, provider: code },
            { onError: (error) => showFailure(error, t('payFailed')) },
          )
        }
      >
        {code === 'offline' ? t('payTrial') : t('payWith', { provider: t(`types.${code}`) })}
      </Button>
    ))
}
