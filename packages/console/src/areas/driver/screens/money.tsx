import {
  driverInvoiceList,
  driverMoneyGet,
  driverPaymentCreate,
  maxDriverInvoices,
} from '@stationmaster/contract'
import { lazy, Suspense, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useRightsImmediately } from '../../../lib/rights.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { Figure } from '../parts/figure.tsx'
import { InvoiceRows } from '../parts/invoice-rows.tsx'
import { TopUpForm } from '../parts/pay-form.tsx'
import { useMoney } from '../parts/use-money.ts'

const loadInvoice = () => import('../parts/one-invoice.tsx')
const loadPayment = () => import('../parts/one-payment.tsx')
const OneInvoice = lazy(async () => ({ default: (await loadInvoice()).OneInvoice }))
const OnePayment = lazy(async () => ({ default: (await loadPayment()).OnePayment }))

/** Loads the page of an invoice or a payment before it is shown; the balance does not need them. */
export async function loader({ params: { param1: kind, param2: id } }: LoaderFunctionArgs): Promise<null> {
  if (id !== undefined && kind === 'invoice') await loadInvoice()
  if (id !== undefined && kind === 'payment') await loadPayment()
  return null
}

/** Balance and invoices of the driver's client; with two parts of the path one invoice or payment. */
export default function Money() {
  const { param1: kind, param2: id } = useParams()
  if (id !== undefined && (kind === 'invoice' || kind === 'payment'))
    return (
      <Suspense>
        {kind === 'invoice' ? <OneInvoice key={id} id={id} /> : <OnePayment key={id} id={id} />}
      </Suspense>
    )
  return <Balance />
}

function Balance() {
  const t = useTexts('driver-money')
  const words = useTexts('driver')
  const format = useFormat()
  const may = useMay()
  useRightsImmediately()
  const found = useMoney()
  const money = found.data
  if (!money)
    return (
      <DriverPage title={words('money')}>
        {may(driverMoneyGet) ? (
          <Unloaded query={found} rows={6} />
        ) : (
          <p className={css.small}>{t('hidden')}</p>
        )}
      </DriverPage>
    )
  const { currency, low, lowbalance, held, creditlimit, prepaid } = money
  const amount = (decimal: string) => format.money(decimal, currency)
  return (
    <DriverPage title={words('money')}>
      <div className={css.small}>
        <bdi>{t('account', { name: money.name })}</bdi>
      </div>
      {prepaid && low && lowbalance !== null && (
        <Notice tone="warn" alert>
          {t('low', { limit: amount(lowbalance) })}
        </Notice>
      )}
      <section className={css.card}>
        <div className={css.huge}>{amount(money.available)}</div>
        <p className={css.small}>{t('available')}</p>
        {(Number(held) > 0 || Number(creditlimit) > 0) && (
          <div className={css.figures}>
            {Number(held) > 0 && <Figure label={t('held')} value={amount(held)} />}
            {Number(creditlimit) > 0 && <Figure label={t('credit')} value={amount(creditlimit)} />}
          </div>
        )}
        {!prepaid && <p className={css.small}>{t('byInvoice')}</p>}
      </section>
      {may(driverPaymentCreate) && <TopUpForm currency={currency} providers={money.providers} />}
      {may(driverInvoiceList) && <Invoices />}
    </DriverPage>
  )
}

function Invoices() {
  const t = useTexts('driver-money')
  const [pages, setPages] = useState(1)
  return (
    <section>
      <h2 className={css.section}>{t('invoices')}</h2>
      {Array.from({ length: pages }, (_, page) => (
        <Page
          key={page}
          offset={page * maxDriverInvoices}
          onMore={page === pages - 1 ? () => setPages(pages + 1) : null}
        />
      ))}
    </section>
  )
}

function Page({ offset, onMore }: { offset: number; onMore: (() => void) | null }) {
  const t = useTexts('driver-money')
  const found = useEndpoint(driverInvoiceList, { recoffset: offset })
  if (!found.data) return <Unloaded small query={found} rows={2} />
  if (found.data.length === 0) return offset === 0 ? <p className={css.small}>{t('noInvoices')}</p> : null
  return (
    <>
      <InvoiceRows invoices={found.data} />
      {onMore && found.data.length === maxDriverInvoices && (
        <button type="button" className={css.quiet} onClick={onMore}>
          {t('more')}
        </button>
      )}
    </>
  )
}
