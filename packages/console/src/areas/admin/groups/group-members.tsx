import {
  adminUserCount,
  adminUserList,
  type AnswerOf,
  type groupGet,
  groupMemberAdd,
  groupMemberDelete,
} from '@stationmaster/contract'
import { IconUsersGroup, IconX } from '@tabler/icons-react'
import { listParameters, useAddress } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Empty, Failure } from '../../../ui/feedback/feedback.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useChange } from '../use-change.ts'
import { type User, userColumns } from '../users/user-columns.tsx'
import { isJoinable } from './group-name.ts'
import { PersonPicker } from './person-picker.tsx'

const rowId = (user: User) => user.id
const rowName = (user: User) => user.username
const href = (user: User) => addressOf('/admin/users', [user.id])
const shown = ['username', 'name', 'state', 'role', 'active', 'email'] as const
const columns = userColumns.filter(({ id }) => shown.some((one) => one === id))

/** The members of a group, paged; adds and removes members. */
export function GroupMembers({ group }: { group: AnswerOf<typeof groupGet> }) {
  const t = useTexts('admin')
  const tShell = useTexts()
  const self = useUser()?.userid
  const [at, go] = useAddress(listParameters)
  const members = useList({
    list: adminUserList,
    count: adminUserCount,
    at,
    search: [
      { field: 'groups', compare: 'GIN', value: group.code },
      ...textSearch(at.q, ['username', 'name', 'email']),
    ],
    order: ['username'],
    hints: ['user.changed'],
  })
  const add = useChange(groupMemberAdd)
  const remove = useChange(groupMemberDelete)
  const failure = add.error ?? remove.error
  const takeOut = async ({ id }: User): Promise<void> => {
    const isGivingUp = id === self && group.code === 'administrators'
    const question = { title: t('users.own.title'), lead: t('users.own.admin'), action: tShell('ui.remove') }
    if (isGivingUp && !(await confirm(question))) return
    remove.mutate({ id: group.id, member: id })
  }
  return (
    <>
      {failure && <Failure small error={failure} title={tShell('ui.saveFailed')} />}
      <ListPanel
        list={members}
        paging={pagingOf(at, go, members.total)}
        filters={at.q ? [at.q] : []}
        onClear={() => go({ q: '', page: 1 })}
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
              isJoinable(group) ? (
                <PersonPicker
                  group={group.code}
                  isBusy={add.isPending}
                  onPick={(member) => add.mutate({ id: group.id, member })}
                />
              ) : (
                <span className="muted">{t('groups.follows')}</span>
              )
            }
            end={<CsvButton csv={members.csv} name={`group-${group.code}`} />}
          />
        }
        empty={<Empty icon={<IconUsersGroup size={28} stroke={1.5} />} title={t('groups.noMembers')} />}
      >
        <DataTable
          label={t('groups.members')}
          columns={columns}
          rows={members.rows}
          rowId={rowId}
          rowName={rowName}
          href={href}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
          renderMenu={
            isJoinable(group)
              ? (user) => (
                  <Menu.Item leftSection={<IconX size={16} />} onClick={() => void takeOut(user)}>
                    {t('groups.takeOut')}
                  </Menu.Item>
                )
              : undefined
          }
        />
      </ListPanel>
    </>
  )
}
