import { clientAccountList, invoiceList } from '@stationmaster/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { accountHints } from '../../../features/clients/account-columns.tsx'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { invoiceColumns } from '../../../features/invoices/invoice-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Part } from '../../../ui/page/part.tsx'
import { All } from './all-link.tsx'

const hints = ['invoice.changed', 'rights.changed'] as const
/** Overdue invoices that are named. */
const named = 3

/** The overdue invoices of a client; nothing if it has none. */
export function Overdue({ client }: { client: Client }) {
  const t = useTexts('clients')
  const format = useFormat()
  const days = useFormat('UTC')
  const found = useEndpoint(
    invoiceList,
    { filter: { client: client.id, overdue: true }, orderby: ['due'], reclimit: named + 1 },
    { hints },
  )
  const overdue = found.data ?? []
  if (overdue.length === 0) return null
  return (
    <Notice tone="bad" icon={<IconAlertTriangle size={18} />}>
      {overdue.slice(0, named).map(({ id, code, open, currency, due }) => (
        <p key={id}>
          <Link to={addressOf('/crm/invoice', [id])}>
            {t('overview.overdue', {
              number: code ?? '',
              amount: format.money(open, currency),
              date: days.date(due ?? ''),
            })}
          </Link>
        </p>
      ))}
      {overdue.length > named && (
        <p>
          <Link to={addressOf('/crm/client', [client.id, 'invoices'])} preventScrollReset>
            {t('overview.moreOverdue')}
          </Link>
        </p>
      )}
    </Notice>
  )
}

const shownRows = 4
const shownColumns = new Set(['code', 'state', 'period', 'due', 'amount'])
const columns = invoiceColumns.filter(({ id }) => shownColumns.has(id)).map(({ sort: _sort, ...one }) => one)

/** The newest invoices of a client. */
export function LatestInvoices({ client }: { client: Client }) {
  const t = useTexts('clients')
  const invoices = useTexts('invoices')
  const found = useEndpoint(
    invoiceList,
    { filter: { client: client.id }, orderby: ['created DESC'], reclimit: shownRows },
    { hints },
  )
  const rows = found.data ?? []
  return (
    <Part title={t('tabs.invoices')} actions={<All client={client} tab="invoices" count={rows.length} />}>
      <PartTable
        query={found}
        label={t('tabs.invoices')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ code }) => code ?? invoices('draft')}
        href={({ id }) => addressOf('/crm/invoice', [id])}
        empty={<p className="muted">{t('overview.noInvoices')}</p>}
      />
    </Part>
  )
}

/** The balance of a client in each of its currencies. */
export function Balances({ client }: { client: Client }) {
  const t = useTexts('clients')
  const format = useFormat()
  const found = useEndpoint(
    clientAccountList,
    { filter: { client: client.id }, orderby: ['currency'], reclimit: shownRows },
    { hints: accountHints },
  )
  const rows = found.data ?? []
  return (
    <Part title={t('overview.balance')} actions={<All client={client} tab="accounts" count={rows.length} />}>
      {!found.data && <Unloaded small query={found} rows={1} rowHeight={36} />}
      {found.data?.length === 0 && <p className="muted">{t('overview.noAccounts')}</p>}
      <RowList label={t('overview.balance')}>
        {rows.map(({ id, code, balance, currency }) => (
          <li key={id}>
            <div className="mono">{code}</div>
            <b className="figure">{format.money(balance, currency)}</b>
          </li>
        ))}
      </RowList>
    </Part>
  )
}
