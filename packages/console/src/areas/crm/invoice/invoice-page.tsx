import { invoiceGet } from '@stationmaster/contract'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Due, InvoiceState, InvoiceType, Period } from '../../../features/invoices/invoice-columns.tsx'
import type { AskingMethod } from '../../../features/invoices/invoice-methods.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { StoredError } from '../../../lib/stored-error.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Figure, Figures } from '../../../ui/page/figures.tsx'
import { Page, PageHead, Stack, useHeadingFocus } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceDocuments } from './invoice-documents.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceMails } from './invoice-mails.tsx'
import { InvoicePayment } from './invoice-payment.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { InvoiceSteps } from './invoice-steps.tsx'
import css from './invoice.module.css'

const MethodDialog = lazy(async () => ({
  default: (await import('../../../features/invoices/method-dialog.tsx')).MethodDialog,
}))

/** One invoice or credit note. */
export default function InvoicePage({ id }: { id: string }) {
  const t = useTexts('invoices')
  const found = useEndpoint(invoiceGet, { id }, { hints: ['invoice.changed', 'rights.changed'] })
  const crumbs = [{ label: t('title'), to: addressOf('/crm/invoice') }]
  useHeadingFocus(id)
  if (found.data) return <Shown invoice={found.data} crumbs={crumbs} />
  return (
    <Page>
      <PageHead title={t('types.invoice')} crumbs={crumbs} facts={false} />
      <ObjectNotFound
        query={found}
        title={t('notFound')}
        lead={t('notFoundLead')}
        to={addressOf('/crm/invoice')}
        link={t('toInvoices')}
      />
    </Page>
  )
}

function Shown({ invoice, crumbs }: { invoice: InvoiceDetail; crumbs: { label: string; to: string }[] }) {
  const t = useTexts('invoices')
  const [asked, ask] = useState<AskingMethod | null>(null)
  const { code, trial, error, sellername, clientname } = invoice
  return (
    <Page>
      <PageHead
        title={code ?? t('draft')}
        badge={
          <>
            <InvoiceState invoice={invoice} />
            {trial && <ToneChip tone="warn">{t('trial')}</ToneChip>}
          </>
        }
        crumbs={crumbs}
        facts={<Facts invoice={invoice} />}
        actions={<InvoiceActions invoice={invoice} onAsk={ask} />}
      />
      <Stack>
        {error !== null && (
          <Notice tone="bad">
            {code === null && <strong>{t('page.failed')} </strong>}
            <Suspense>
              <StoredError
                code={error}
                params={{ seller: sellername, client: clientname ?? '', fields: '…' }}
                message={null}
              />
            </Suspense>
          </Notice>
        )}
        <Amounts invoice={invoice} />
        <InvoiceSteps invoice={invoice} />
        <InvoiceLines invoice={invoice} />
        {invoice.code !== null && invoice.typecode === 'invoice' && <InvoicePayments invoice={invoice} />}
        <div className={css.columns}>
          <InvoicePayment invoice={invoice} />
          <Stack>
            <InvoiceDocuments invoice={invoice} />
            {code !== null && <InvoiceMails invoice={invoice} />}
          </Stack>
        </div>
      </Stack>
      <Suspense>
        {asked && <MethodDialog method={asked} invoice={invoice} onClose={() => ask(null)} />}
      </Suspense>
    </Page>
  )
}

function Facts({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts('invoices')
  const { typecode, typename, client, clientname, periodfrom, periodto } = invoice
  const { corrects, correctscode, replaces, replacescode, replacedby, replacedbycode } = invoice
  const others = [
    { id: corrects, text: t('page.correctsNumber', { number: correctscode ?? '' }) },
    { id: replaces, text: t('page.replacesNumber', { number: replacescode ?? '' }) },
    { id: replacedby, text: t('page.replacedByNumber', { number: replacedbycode ?? '' }) },
  ]
  return (
    <>
      <span>
        <InvoiceType code={typecode} name={typename} />
      </span>
      {client && (
        <span>
          <Link to={addressOf('/crm/client', [client])}>{clientname}</Link>
        </span>
      )}
      <span>
        <Period from={periodfrom} to={periodto} />
      </span>
      {others.map(
        ({ id, text }) =>
          id && (
            <span key={id}>
              <Link to={addressOf('/crm/invoice', [id])}>{text}</Link>
            </span>
          ),
      )}
    </>
  )
}

function Amounts({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts('invoices')
  const format = useFormat()
  const { net, tax, amount, paid, open, due, currency } = invoice
  const money = (value: string) => <span className="figure">{format.money(value, currency)}</span>
  return (
    <Figures>
      <Figure
        label={t('columns.amount')}
        value={money(amount)}
        note={`${t('columns.net')} ${format.money(net, currency)} · ${t('columns.tax')} ${format.money(tax, currency)}`}
      />
      <Figure label={t('columns.paid')} value={money(paid)} />
      <Figure
        label={t('columns.open')}
        value={money(open)}
        note={
          due !== null && (
            <>
              {t('columns.due')} <Due invoice={invoice} />
            </>
          )
        }
      />
    </Figures>
  )
}
