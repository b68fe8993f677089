import { driverInvoiceGet, driverPaymentCreate } from '@stationmaster/contract'
import { IconFileTypePdf } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { DriverPage } from './driver-page.tsx'
import css from './driver.module.css'
import { InvoiceState, useInvoiceTitle } from './invoice-rows.tsx'
import { PayButtons } from './pay-form.tsx'
import { useMoney } from './use-money.ts'

/** Addresses of documents are valid for a short time. */
const everyMs = 120_000

/** An invoice: amount, document, and payment of what is open. */
export function OneInvoice({ id }: { id: string }) {
  const t = useTexts('driver-money')
  const words = useTexts('driver')
  const format = useFormat()
  const days = useFormat('UTC')
  const may = useMay()
  const found = useEndpoint(driverInvoiceGet, { id }, { refetchInterval: everyMs })
  const titleOf = useInvoiceTitle()
  const providers = useMoney().data?.providers
  const invoice = found.data
  if (!invoice)
    return (
      <DriverPage title={words('money')}>
        <Unloaded query={found} rows={6} />
      </DriverPage>
    )
  const { typecode, currency, amount, open, periodfrom, periodto, sellername } = invoice
  const title = titleOf(invoice)
  const pdf = invoice.documents.find(({ kind }) => kind === 'pdf')
  return (
    <DriverPage title={title} heading={<bdi>{title}</bdi>}>
      <div className={css.centre}>
        <span className={css.huge}>{format.money(amount, currency)}</span>
        <InvoiceState invoice={invoice} />
        <p>
          <bdi>{sellername}</bdi>
        </p>
        <p>{periodfrom === periodto ? days.date(periodfrom) : days.dateRange(periodfrom, periodto)}</p>
      </div>
      {providers && Number(open) > 0 && typecode === 'invoice' && may(driverPaymentCreate) && (
        <PayButtons what={{ invoice: id }} providers={providers}>
          {t('payAmount', { amount: format.money(open, currency) })}
        </PayButtons>
      )}
      {pdf ? (
        <a className={css.big} href={pdf.url} download={pdf.name}>
          <IconFileTypePdf size={22} />
          {t('pdf')}
        </a>
      ) : (
        <p className={css.small}>{t('pdfLater')}</p>
      )}
      <Link className={css.small} to={addressOf('/driver/money')}>
        {t('back')}
      </Link>
    </DriverPage>
  )
}
