import { invoiceCount, invoiceDraft, invoiceList } from '@stationmaster/contract'
import { IconFileInvoice } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type Invoice, invoiceColumns } from '../../../features/invoices/invoice-columns.tsx'
import { type AskingMethod, InvoiceMenu } from '../../../features/invoices/invoice-methods.tsx'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import station from '../station/station.module.css'

const MethodDialog = lazy(async () => ({
  default: (await import('../../../features/invoices/method-dialog.tsx')).MethodDialog,
}))

const CreateInvoice = lazy(async () => ({
  default: (await import('../../../features/invoices/create-invoice.tsx')).CreateInvoice,
}))

const where = { ...listParameters, add: flag() }
const columns = invoiceColumns.filter(({ id }) => id !== 'client')

/** The invoices and credit notes of the client, the newest first. */
export function ClientInvoices({ client: { id, code } }: { client: Client }) {
  const t = useTexts('invoices')
  const mayCreate = useMay()(invoiceDraft, { id: null })
  const [at, go] = useAddress(where)
  const [asked, ask] = useState<{ invoice: Invoice; method: AskingMethod } | null>(null)
  const invoices = usePagedList({
    name: 'client-invoices',
    list: invoiceList,
    count: invoiceCount,
    columns,
    where,
    at,
    go,
    fields: ['code', 'reference'],
    filter: { client: id },
    order: ['created DESC'],
    hints: ['invoice.changed', 'rights.changed'],
  })
  const create = mayCreate && (
    <Button onClick={() => go({ add: true }, { push: true })}>{t('create.button')}</Button>
  )
  return (
    <div className={`${station.flush} ${station.list}`}>
      <ListFrame
        list={invoices}
        label={t('title')}
        file={`invoices-${code}`}
        placeholder={t('filterOfClient')}
        tools={create}
        empty={
          <Empty
            icon={<IconFileInvoice size={28} stroke={1.5} />}
            title={t('empty')}
            lead={t('emptyLead')}
            action={create}
          />
        }
        rowName={(invoice) => invoice.code ?? t('draft')}
        href={(invoice) => addressOf('/crm/invoice', [invoice.id])}
        renderMenu={(invoice) => (
          <InvoiceMenu invoice={invoice} onAsk={(method) => ask({ invoice, method })} />
        )}
      />
      <Suspense>
        {asked && <MethodDialog {...asked} onClose={() => ask(null)} />}
        {at.add && mayCreate && <CreateInvoice client={id} onClose={() => go({ add: false })} />}
      </Suspense>
    </div>
  )
}
