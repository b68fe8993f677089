import { clientGet, clientTotals, invoiceList } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { ClientFiles } from '../../../features/files/files-part.ts'
import { useMay } from '../../../lib/access.ts'
import { endpointQuery, queries, useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { loadTexts, type Namespace, useTexts } from '../../../lib/texts.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { LeaveGuard } from '../../../ui/feedback/leaving.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Page, PageHead, useHeadingFocus } from '../../../ui/page/page.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { ClientHead } from '../client/client-head.tsx'
import { totalsQuery } from '../client/totals-query.ts'

export interface ClientTabProps {
  client: Client
}

const tabs = [
  'overview',
  'stations',
  'sessions',
  'cards',
  'cars',
  'invoices',
  'accounts',
  'payments',
  'orders',
  'details',
  'files',
  'notes',
  'users',
] as const
type ClientTab = (typeof tabs)[number]

/** A tab with its own texts, loaded when it opens. */
const tab = (load: () => Promise<ComponentType<ClientTabProps>>, ...texts: Namespace[]) =>
  lazy(async () => {
    const [component] = await Promise.all([load(), loadTexts(...texts)])
    return { default: component }
  })

const bodies: Record<ClientTab, ComponentType<ClientTabProps>> = {
  overview: tab(async () => (await import('../client/overview.tsx')).Overview, 'cards', 'invoices', 'terms'),
  stations: tab(async () => (await import('../client/stations.tsx')).ClientStations, 'stations'),
  sessions: tab(
    async () => (await import('../client/sessions.tsx')).ClientSessions,
    'terms',
    'chart',
    'time',
  ),
  cards: tab(async () => (await import('../client/cards.tsx')).ClientCards, 'cards'),
  cars: tab(async () => (await import('../client/cars.tsx')).ClientCars, 'exports'),
  invoices: tab(async () => (await import('../client/invoices.tsx')).ClientInvoices, 'invoices'),
  accounts: tab(async () => (await import('../client/accounts.tsx')).ClientAccounts, 'accounts'),
  payments: tab(async () => (await import('../client/payments.tsx')).ClientPayments, 'payments'),
  orders: tab(async () => (await import('../client/orders.tsx')).ClientOrders, 'payments'),
  details: tab(async () => (await import('../client/details.tsx')).ClientDetails),
  files: ClientFiles,
  notes: tab(async () => (await import('../client/notes.tsx')).ClientNotes),
  users: tab(async () => (await import('../client/users.tsx')).ClientUsers),
}

// The numbers of stations and cards are part of a client.
const hints = ['client.changed', 'station.changed', 'card.changed', 'rights.changed'] as const

const clientQuery = (id: string) => endpointQuery(clientGet, { id }, { hints })

/** Loads data and script in parallel. The page shows its own loading state. */
export const loader = ({ params }: LoaderFunctionArgs): null => {
  if (params.param1) void queries.prefetchQuery(clientQuery(params.param1))
  return null
}

/** One client: `/crm/client/{id}/{tab}`. Without an id it opens the list. */
export default function ClientScreen() {
  const { param1: id, param2 } = useParams()
  if (!id) return <Navigate replace to={addressOf('/crm/clients')} />
  return <ClientPage key={id} id={id} tab={param2} />
}

function ClientPage({ id, tab: requested }: { id: string; tab: string | undefined }) {
  const t = useTexts('clients')
  const found = useQuery(clientQuery(id))
  const crumbs = useCrumbs()
  useHeadingFocus(id)
  const client = found.data
  if (client) return <Shown client={client} requested={requested} />
  return (
    <Page>
      <PageHead title={t('one')} crumbs={crumbs} facts={false} />
      <ObjectNotFound
        query={found}
        title={t('notFound')}
        lead={t('notFoundLead')}
        to={addressOf('/crm/clients')}
        link={t('toClients')}
      />
    </Page>
  )
}

function Shown({ client, requested }: ClientTabProps & { requested: string | undefined }) {
  const t = useTexts('clients')
  const { id } = client
  const isAdmin = useUser()?.admin === true
  const may = useMay()
  const isOffered = { users: isAdmin, invoices: may(invoiceList) }
  const offered = tabs.filter((known) => !(known in isOffered) || isOffered[known as keyof typeof isOffered])
  const active = offered.find((known) => known === requested) ?? 'overview'
  const Body = bodies[active]
  const totals = useEndpoint(clientTotals, ...totalsQuery(id))
  const counts: Partial<Record<ClientTab, number>> = {
    stations: client.stations,
    sessions: totals.data?.find(({ period }) => period === 'all')?.sessions,
    cards: client.cards,
    users: client.users,
  }
  return (
    <Page>
      <LeaveGuard />
      <ClientHead client={client} crumbs={useCrumbs()} />
      {client.statetypecode === 'disabled' && <Notice tone="warn">{t('disabledNote')}</Notice>}
      {client.statetypecode === 'deleted' && <Notice tone="calm">{t('deletedNote')}</Notice>}
      <Tabs
        label={t('tabs.label')}
        active={active}
        tabs={offered.map((known) => ({
          id: known,
          label: t(`tabs.${known}`),
          to: addressOf('/crm/client', [id, known]),
          count: counts[known],
        }))}
      >
        <Suspense fallback={<Loading rows={6} />}>
          <Body key={id} client={client} />
        </Suspense>
      </Tabs>
    </Page>
  )
}

function useCrumbs() {
  const t = useTexts()
  return [{ label: t('screens.clients'), to: addressOf('/crm/clients') }]
}
