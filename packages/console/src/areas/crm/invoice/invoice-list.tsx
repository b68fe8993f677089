import {
  guestSettings,
  invoiceCount,
  invoiceDraft,
  invoiceList,
  invoiceStates,
  invoiceTypes,
  sellerList,
} from '@stationmaster/contract'
import { IconFileInvoice } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { clientFilter } from '../../../features/clients/client-filter.tsx'
import { type Invoice, invoiceColumns } from '../../../features/invoices/invoice-columns.tsx'
import { type AskingMethod, InvoiceMenu } from '../../../features/invoices/invoice-methods.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const MethodDialog = lazy(async () => ({
  default: (await import('../../../features/invoices/method-dialog.tsx')).MethodDialog,
}))

const CreateInvoice = lazy(async () => ({
  default: (await import('../../../features/invoices/create-invoice.tsx')).CreateInvoice,
}))

const where = {
  ...listParameters,
  state: oneOf(['all', ...invoiceStates]),
  type: oneOf(['all', ...invoiceTypes]),
  client: text(),
  add: flag(),
}

/** All invoices and credit notes, the newest first. */
export default function Invoices() {
  const t = useTexts('invoices')
  const guest = useTexts('guest')
  const customLabels = useCustomLabels()
  const customTypes = useCustomLabels('type')
  const [at, go] = useAddress(where)
  const [asked, ask] = useState<{ invoice: Invoice; method: AskingMethod } | null>(null)
  const may = useMay()
  const mayCreate = may(invoiceDraft, { id: null })
  const create = mayCreate && {
    label: t('create.button'),
    onCreate: () => go({ add: true }, { push: true }),
  }
  const invoices = usePagedList({
    name: 'invoices',
    list: invoiceList,
    count: invoiceCount,
    columns: invoiceColumns,
    where,
    at,
    go,
    fields: ['code', 'clientname', 'clientcode', 'reference'],
    filterBy: { state: 'statecode', type: 'typecode' },
    filter: at.client === '' ? {} : { client: at.client },
    order: ['created DESC'],
    hints: ['invoice.changed', 'rights.changed'],
  })
  return (
    <ListScreen
      list={invoices}
      title={t('title')}
      count={(count) => t('count', { count })}
      create={create}
      actions={
        <>
          {may(guestSettings) && (
            <LinkButton to={addressOf('/crm/invoice', ['guests'])}>{guest('settings.title')}</LinkButton>
          )}
          {may(sellerList) && (
            <LinkButton to={addressOf('/crm/invoice', ['sellers'])}>{t('sellers.title')}</LinkButton>
          )}
        </>
      }
      placeholder={t('filter')}
      filters={[
        selectFilter(invoices, 'state', {
          label: t('columns.state'),
          word: (state) =>
            state === 'all' ? t('allStates') : (customLabels('invoice', state) ?? t(`states.${state}`)),
          width: 170,
        }),
        segmentFilter(invoices, 'type', {
          label: t('columns.type'),
          word: (type) =>
            type === 'all' ? t('all') : (customTypes('invoice', type) ?? t(`manyTypes.${type}`)),
        }),
        clientFilter({ at, go }, t('columns.client')),
      ]}
      empty={
        <Empty icon={<IconFileInvoice size={28} stroke={1.5} />} title={t('empty')} lead={t('emptyLead')} />
      }
      rowName={({ code, clientname }) => code ?? `${t('draft')} · ${clientname ?? ''}`}
      href={({ id }) => addressOf('/crm/invoice', [id])}
      renderMenu={(invoice) => <InvoiceMenu invoice={invoice} onAsk={(method) => ask({ invoice, method })} />}
    >
      <Suspense>{asked && <MethodDialog {...asked} onClose={() => ask(null)} />}</Suspense>
      <Suspense>
        {at.add && mayCreate && (
          <CreateInvoice client={at.client || null} onClose={() => go({ add: false })} />
        )}
      </Suspense>
    </ListScreen>
  )
}
