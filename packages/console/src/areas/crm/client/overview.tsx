import {
  cardList,
  clientAccountList,
  invoiceList,
  stationList,
  transactionList,
} from '@stationmaster/contract'
import { Link } from 'react-router'
import { AuthorizationStatusChip } from '../../../features/cards/card-columns.tsx'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { transactionColumns } from '../../../features/transactions/transaction-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { StateChip } from '../../../ui/state/state-chip.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Part } from '../../../ui/page/part.tsx'
import { transactionAddress } from '../transaction-menu.tsx'
import { All } from './all-link.tsx'
import css from './client.module.css'
import { Balances, LatestInvoices, Overdue } from './overview-money.tsx'
import { sessionsOfClient } from './sessions-of-client.ts'
import { Totals } from './totals.tsx'

/** Rows of each short list; the tabs have all. */
const shownRows = 6

/** Open amount of the client, its totals, latest sessions and invoices, its balance, stations and cards. */
export function Overview({ client }: { client: Client }) {
  const mayRead = useMay()
  const seesInvoices = mayRead(invoiceList)
  return (
    <div className={css.overview}>
      {seesInvoices && <Overdue client={client} />}
      <div>
        <Totals client={client} />
        <LatestSessions client={client} />
        {seesInvoices && <LatestInvoices client={client} />}
      </div>
      <div>
        {mayRead(clientAccountList) && <Balances client={client} />}
        <Stations client={client} />
        <Cards client={client} />
      </div>
    </div>
  )
}

const shownColumns = new Set(['station', 'state', 'card', 'start', 'duration', 'energy'])
const columns = transactionColumns
  .filter(({ id }) => shownColumns.has(id))
  .map(({ sort: _sort, ...one }) => one)

function LatestSessions({ client }: { client: Client }) {
  const t = useTexts('clients')
  const found = useEndpoint(
    transactionList,
    { search: sessionsOfClient(client.id), orderby: ['datestart DESC'], reclimit: shownRows },
    { hints: ['transaction.started', 'transaction.changed', 'transaction.stopped'] },
  )
  const rows = found.data ?? []
  return (
    <Part title={t('overview.latest')} actions={<All client={client} tab="sessions" count={rows.length} />}>
      <PartTable
        query={found}
        label={t('overview.latest')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ transactionid }) => String(transactionid)}
        rowState={({ statecode }) => statecode}
        href={transactionAddress}
        empty={<p className="muted">{t('overview.noSessions')}</p>}
      />
    </Part>
  )
}

function Stations({ client }: { client: Client }) {
  const t = useTexts('clients')
  const name = useStationName()
  const found = useEndpoint(
    stationList,
    { filter: { client: client.id }, orderby: ['identity'], reclimit: shownRows },
    { hints: ['station.changed', 'connector.changed'] },
  )
  return (
    <Part title={t('tabs.stations')} actions={<All client={client} tab="stations" count={client.stations} />}>
      {!found.data && <Unloaded small query={found} rows={2} rowHeight={36} />}
      {found.data?.length === 0 && <p className="muted">{t('overview.noStations')}</p>}
      <RowList label={t('tabs.stations')}>
        {found.data?.map((station) => (
          <li key={station.id}>
            <div>
              <Link className="mono" to={addressOf('/crm/station', [name(station)])}>
                {station.identity}
              </Link>
            </div>
            <StateChip state={station.displaystate} />
          </li>
        ))}
      </RowList>
    </Part>
  )
}

function Cards({ client }: { client: Client }) {
  const t = useTexts('clients')
  const found = useEndpoint(
    cardList,
    { filter: { client: client.id }, orderby: ['name', 'code'], reclimit: shownRows },
    { hints: ['card.changed', 'transaction.started', 'transaction.stopped'] },
  )
  return (
    <Part title={t('tabs.cards')} actions={<All client={client} tab="cards" count={client.cards} />}>
      {!found.data && <Unloaded small query={found} rows={2} rowHeight={36} />}
      {found.data?.length === 0 && <p className="muted">{t('overview.noCards')}</p>}
      <RowList label={t('tabs.cards')}>
        {found.data?.map((card) => (
          <li key={card.id}>
            <div>
              <Link to={addressOf('/crm/card', [card.id])}>
                {card.name ? <bdi>{card.name}</bdi> : <Identity value={card.code} />}
              </Link>
            </div>
            <AuthorizationStatusChip card={card} />
          </li>
        ))}
      </RowList>
    </Part>
  )
}
