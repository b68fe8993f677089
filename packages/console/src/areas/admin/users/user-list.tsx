import { adminUserCount, adminUserList, userStates } from '@stationmaster/contract'
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
import { useColumns } from '../../../ui/table/use-columns.ts'
import { useUserAction } from './user-actions.ts'
import { type User, userColumns } from './user-columns.tsx'
import { UserMenuItems } from './user-menu-items.tsx'

const AddUser = lazy(async () => ({ default: (await import('./add-user.tsx')).AddUser }))

const states = ['all', ...userStates] as const
const where = { ...listParameters, state: oneOf(states), add: flag() }
const rowId = (user: User) => user.id
const rowName = (user: User) => user.username
const href = (user: User) => addressOf('/admin/users', [user.id])

/** People of all accounts. */
export function UserList() {
  const t = useTexts('admin')
  const [at, go] = useAddress(where)
  const [columns, chooseColumns] = useColumns('users', at.cols, (cols) => go({ cols }))
  const act = useUserAction()
  const users = useList({
    list: adminUserList,
    count: adminUserCount,
    at,
    filter: at.state === 'all' ? {} : { statecode: at.state },
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
        filters={[...(at.q ? [at.q] : []), ...(at.state === 'all' ? [] : [t(`users.states.${at.state}`)])]}
        onClear={() => go({ q: '', state: 'all', page: 1 })}
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
              <SelectField
                aria-label={t('users.state')}
                w={170}
                allowDeselect={false}
                value={at.state}
                onChange={(state) => go({ state: where.state.read(state), page: 1 })}
                data={states.map((value) => ({
                  value,
                  label: value === 'all' ? t('all') : t(`users.states.${value}`),
                }))}
              />
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
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
          renderMenu={(user) => <UserMenuItems user={user} onAct={(action) => void act(user, action)} />}
        />
      </ListPanel>
      <Suspense>{at.add && <AddUser onClose={() => go({ add: false })} />}</Suspense>
    </Page>
  )
}
