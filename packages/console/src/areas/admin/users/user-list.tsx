import { adminUserCount, adminUserList, interfaceCodes, userStates } from '@stationmaster/contract'
import { IconPlus, IconUser } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { flag, listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useSelection } from '../../../ui/table/selection.ts'
import { useColumns } from '../../../ui/table/use-columns.ts'
import { BulkUsers } from './bulk-users.tsx'
import { useUserAction } from './user-actions.ts'
import { type User, userColumns } from './user-columns.tsx'
import { UserMenuItems } from './user-menu-items.tsx'

const AddUser = lazy(async () => ({ default: (await import('./add-user.tsx')).AddUser }))

const states = ['all', ...userStates] as const
const roles = ['any', ...interfaceCodes] as const
const where = { ...listParameters, state: oneOf(states), role: oneOf(roles), add: flag() }
const rowId = (user: User) => user.id
const rowName = (user: User) => user.username
const href = (user: User) => addressOf('/admin/users', [user.id])

/** Administrators count as such whatever their interface. */
const filterOf = (state: (typeof states)[number], role: (typeof roles)[number]) => ({
  ...(state === 'all' ? {} : { statecode: state }),
  ...(role === 'any'
    ? {}
    : role === 'administrator'
      ? { admin: true }
      : { interfacecode: role, admin: false }),
})

/** Users of all accounts. */
export function UserList() {
  const t = useTexts('admin')
  const [at, go] = useAddress(where)
  const [columns, chooseColumns] = useColumns('users', at.cols, (cols) => go({ cols }))
  const act = useUserAction()
  const selection = useSelection(JSON.stringify([at.q, at.state, at.role]))
  const users = useList({
    list: adminUserList,
    count: adminUserCount,
    at,
    filter: filterOf(at.state, at.role),
    search: textSearch(at.q, ['username', 'name', 'email', 'accountname']),
    order: ['username'],
    hints: ['user.changed'],
  })
  return (
    <Page fill>
      <PageHead
        title={t('users.title')}
        facts={users.total !== null && t('users.count', { count: users.total })}
        actions={
          <Button kind="primary" icon={<IconPlus size={16} />} onClick={() => go({ add: true })}>
            {t('users.add')}
          </Button>
        }
      />
      <ListPanel
        list={users}
        paging={pagingOf(at, go, users.total)}
        filters={[
          ...(at.q ? [at.q] : []),
          ...(at.state === 'all' ? [] : [t(`users.states.${at.state}`)]),
          ...(at.role === 'any' ? [] : [t(`users.interfaces.${at.role}`)]),
        ]}
        onClear={() => go({ q: '', state: 'all', role: 'any', page: 1 })}
        selection={selection}
        actions={<BulkUsers selection={selection} matching={users.matching} total={users.total} />}
        toolbar={
          <ListToolbar
            filter={
              <FilterField
                value={at.q}
                placeholder={t('users.filter')}
                onChange={(q) => go({ q, page: 1 })}
              />
            }
            chips={
              <>
                <SelectField
                  aria-label={t('users.state')}
                  w={160}
                  allowDeselect={false}
                  value={at.state}
                  onChange={(state) => go({ state: where.state.read(state), page: 1 })}
                  data={states.map((value) => ({
                    value,
                    label: value === 'all' ? t('all') : t(`users.states.${value}`),
                  }))}
                />
                <SelectField
                  aria-label={t('users.role')}
                  w={160}
                  allowDeselect={false}
                  value={at.role}
                  onChange={(role) => go({ role: where.role.read(role), page: 1 })}
                  data={roles.map((value) => ({
                    value,
                    label: value === 'any' ? t('users.anyRole') : t(`users.interfaces.${value}`),
                  }))}
                />
              </>
            }
            end={
              <>
                <ListMenus list="users" columns={userColumns} chosen={columns} onChange={chooseColumns} />
                <CsvButton csv={users.csv} name="users" />
              </>
            }
          />
        }
        empty={<Empty icon={<IconUser size={28} stroke={1.5} />} title={t('users.empty')} />}
      >
        <DataTable
          label={t('users.title')}
          columns={userColumns}
          chosen={columns}
          rows={users.rows}
          rowId={rowId}
          rowName={rowName}
          href={href}
          selection={selection}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
          renderMenu={(user) => <UserMenuItems user={user} onAct={(action) => void act(user, action)} />}
        />
      </ListPanel>
      <Suspense>{at.add && <AddUser onClose={() => go({ add: false })} />}</Suspense>
    </Page>
  )
}
