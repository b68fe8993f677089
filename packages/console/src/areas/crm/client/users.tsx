import { adminUserCount, adminUserList } from '@stationmaster/contract'
import { IconUser } from '@tabler/icons-react'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { listParameters, useAddress } from '../../../lib/address.ts'
import type { RowOf } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { agoColumn, codeColumn, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import css from '../station/station.module.css'

const columns: readonly Column<RowOf<typeof adminUserList>>[] = [
  codeColumn('username', 'clients:users.username', { min: 150, narrow: 'title' }),
  textColumn('name', 'clients:users.name', { narrow: 'subtitle' }),
  textColumn('email', 'clients:columns.email'),
  agoColumn('lastactivity', 'clients:users.lastActivity', { id: 'active', narrow: 'value' }),
]

/** The users of the client, for administrators. */
export function ClientUsers({ client }: { client: Client }) {
  const t = useTexts('clients')
  const [at, go] = useAddress(listParameters)
  const users = usePagedList({
    name: 'client-users',
    list: adminUserList,
    count: adminUserCount,
    columns,
    where: listParameters,
    at,
    go,
    fields: ['username', 'name', 'email'],
    filter: { client: client.id },
    order: ['username'],
    hints: ['user.changed'],
  })
  return (
    <div className={`${css.flush} ${css.list}`}>
      <ListFrame
        list={users}
        label={t('tabs.users')}
        file={`users-${client.code}`}
        empty={
          <Empty
            icon={<IconUser size={28} stroke={1.5} />}
            title={t('users.empty')}
            lead={t('users.emptyLead')}
          />
        }
        rowName={({ username }) => username}
        href={({ id }) => addressOf('/admin/users', [id])}
      />
    </div>
  )
}
