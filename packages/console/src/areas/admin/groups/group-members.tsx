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
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Empty, Failure } from '../../../ui/feedback/feedback.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { useChange } from '../../../lib/use-change.ts'
import { type User, userColumns } from '../users/user-columns.tsx'
import { isJoinable } from './group-words.ts'
import { PersonPicker } from './person-picker.tsx'

const shown = ['username', 'name', 'state', 'role', 'active', 'email'] as const
const columns = userColumns.filter(({ id }) => shown.some((one) => one === id))

/** The members of a group, paged; adds and removes members. */
export function GroupMembers({ group }: { group: AnswerOf<typeof groupGet> }) {
  const t = useTexts('admin')
  const self = useUser()?.userid
  const [at, go] = useAddress(listParameters)
  const members = usePagedList({
    name: 'group-members',
    list: adminUserList,
    count: adminUserCount,
    columns,
    where: listParameters,
    at,
    go,
    fields: ['username', 'name', 'email'],
    search: [{ condition: 'AND', field: 'groups', compare: 'GIN', value: group.code }],
    order: ['username'],
    hints: ['user.changed'],
  })
  const add = useChange(groupMemberAdd)
  const remove = useChange(groupMemberDelete)
  const failure = add.error ?? remove.error
  const takeOut = async ({ id }: User): Promise<void> => {
    const isGivingUp = id === self && group.code === 'administrators'
    const question = { title: t('users.own.title'), lead: t('users.own.admin'), action: t('ui.remove') }
    if (isGivingUp && !(await confirm(question))) return
    remove.mutate({ id: group.id, member: id })
  }
  return (
    <>
      {failure && <Failure small error={failure} title={t('ui.saveFailed')} />}
      <ListFrame
        list={members}
        label={t('groups.members')}
        file={`group-${group.code}`}
        placeholder={t('users.filter')}
        controls={
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
        empty={<Empty icon={<IconUsersGroup size={28} stroke={1.5} />} title={t('groups.noMembers')} />}
        rowName={(user) => user.username}
        href={(user) => addressOf('/admin/users', [user.id])}
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
    </>
  )
}
