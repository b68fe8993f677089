import { clientCount, clientImportRun, clientList, clientSet, clientTypes } from '@stationmaster/contract'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { AddClient } from '../../../features/clients/add-client.tsx'
import { clientColumns, useClientTypeLabel } from '../../../features/clients/client-columns.tsx'
import { ClientMenu } from '../../../features/clients/client-menu.tsx'
import { useMay } from '../../../lib/access.ts'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { lateImport } from '../../../ui/import/late-import.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { tagFilter } from '../../../ui/table/tag-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const Import = lateImport(
  async () => (await import('../../../features/clients/client-import.ts')).clientImport,
)

const where = {
  ...listParameters,
  state: oneOf(['all', 'enabled', 'disabled', 'deleted']),
  type: oneOf(['all', ...clientTypes]),
  tag: text(),
}

/** All clients: `/crm/clients`. With an id it opens the page of the client. */
export default function ClientsScreen() {
  const { param1, param2 } = useParams()
  if (param1) return <Navigate replace to={addressOf('/crm/client', [param1, param2])} />
  return <Clients />
}

function Clients() {
  const t = useTexts('clients')
  const may = useMay()
  const mayAdd = may(clientSet, { id: null })
  const [at, go] = useAddress(where)
  const [isAdding, setAdding] = useState(false)
  const customLabels = useCustomLabels()
  const typeLabel = useClientTypeLabel()
  const clients = usePagedList({
    name: 'clients',
    list: clientList,
    count: clientCount,
    columns: clientColumns,
    where,
    at,
    go,
    fields: ['name', 'code', 'email', 'phone', 'label', 'identity'],
    // Custom states are of one of these types.
    filterBy: { state: 'statetypecode', type: 'typecode', tag: 'tags' },
    order: ['name'],
    hints: ['client.changed', 'rights.changed'],
  })
  const create = mayAdd && { label: t('add'), onCreate: () => setAdding(true) }
  return (
    <ListScreen
      list={clients}
      title={t('title')}
      count={(count) => t('count', { count })}
      create={create}
      importing={may(clientImportRun, {}) && Import}
      placeholder={t('filter')}
      filters={[
        segmentFilter(clients, 'state', {
          label: t('stateFilter'),
          word: (state) => customLabels('client', state) ?? t(state),
        }),
        {
          ...selectFilter(clients, 'type', {
            label: t('typeFilter'),
            word: (type) => (type === 'all' ? t('allTypes') : typeLabel(type)),
            width: 170,
          }),
          inMenu: 'always',
        },
        tagFilter(clients),
      ]}
      empty={
        <Empty
          icon={<IconUsers size={28} stroke={1.5} />}
          title={t('empty')}
          lead={t('emptyLead')}
          action={create && <Button onClick={create.onCreate}>{create.label}</Button>}
        />
      }
      rowName={({ name }) => name}
      rowState={({ statecode }) => statecode}
      href={({ id }) => addressOf('/crm/client', [id])}
      renderMenu={(client) => <ClientMenu client={client} />}
    >
      {isAdding && <AddClient onClose={() => setAdding(false)} />}
    </ListScreen>
  )
}
