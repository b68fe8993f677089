import { adminUserCount, adminUserList, interfaceCodes, userStates } from '@stationmaster/contract'
import { IconUser } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { flag, listParameters, oneOf, useAddress, type Values } from '../../../lib/address.ts'
import type { ListQueryBody } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { BulkUsers } from './bulk-users.tsx'
import { useUserAction } from './user-actions.ts'
import { userColumns } from './user-columns.tsx'
import { UserMenuItems } from './user-menu-items.tsx'

const AddUser = lazy(async () => ({ default: (await import('./add-user.tsx')).AddUser }))

const where = {
  ...listParameters,
  state: oneOf(['all', ...userStates]),
  role: oneOf(['any', ...interfaceCodes]),
  add: flag(),
}

/** Administrators count as such whatever their interface. */
const ofRole = (role: Values<typeof where>['role']): ListQueryBody['filter'] => {
  if (role === 'any') return {}
  return role === 'administrator' ? { admin: true } : { interfacecode: role, admin: false }
}

/** Users of all accounts. */
export function UserList() {
  const t = useTexts('admin')
  const [at, go] = useAddress(where)
  const act = useUserAction()
  const users = usePagedList({
    name: 'users',
    list: adminUserList,
    count: adminUserCount,
    columns: userColumns,
    where,
    at,
    go,
    fields: ['username', 'name', 'email', 'accountname'],
    filter: ofRole(at.role),
    filterBy: { state: 'statecode' },
    order: ['username'],
    hints: ['user.changed'],
  })
  return (
    <ListScreen
      list={users}
      title={t('users.title')}
      count={(count) => t('users.count', { count })}
      create={{ label: t('users.add'), onCreate: () => go({ add: true }) }}
      placeholder={t('users.filter')}
      filters={[
        selectFilter(users, 'state', {
          label: t('users.state'),
          word: (state) => (state === 'all' ? t('users.anyState') : t(`users.states.${state}`)),
          width: 180,
        }),
        selectFilter(users, 'role', {
          label: t('users.role'),
          word: (role) => (role === 'any' ? t('users.anyRole') : t(`users.interfaces.${role}`)),
          width: 160,
        }),
      ]}
      bulk={<BulkUsers users={users} />}
      empty={<Empty icon={<IconUser size={28} stroke={1.5} />} title={t('users.empty')} />}
      rowName={(user) => user.username}
      href={(user) => addressOf('/admin/users', [user.id])}
      renderMenu={(user) => <UserMenuItems user={user} onAct={(action) => void act(user, action)} />}
    >
      <Suspense>{at.add && <AddUser onClose={() => go({ add: false })} />}</Suspense>
    </ListScreen>
  )
}
