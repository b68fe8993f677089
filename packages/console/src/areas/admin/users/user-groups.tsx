import { type AnswerOf, groupList, memberAdd, memberDelete, memberList } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useGroupName } from '../../../features/people/group-name.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Empty, Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { isJoinable, useGroupDescription } from '../groups/group-words.ts'
import { useChange } from '../../../lib/use-change.ts'
import type { User } from './user-columns.tsx'

type Group = AnswerOf<typeof groupList>[number]

/** The groups of a user; adds and removes memberships. */
export function UserGroups({ user }: { user: User }) {
  const t = useTexts('admin')
  const found = useEndpoint(memberList, { id: user.id }, { hints: ['user.changed'] })
  const all = useEndpoint(groupList, { reclimit: 1000, orderby: ['name'] })
  const nameOf = useGroupName()
  const self = useUser()?.userid
  const add = useChange(memberAdd)
  const remove = useChange(memberDelete)
  // Without the list of groups there is nothing to choose from.
  const failure = add.error ?? remove.error ?? all.error
  if (!found.data) return <Unloaded small query={found} rows={3} />
  const groups = found.data
  const others = (all.data ?? []).filter(
    (group) => isJoinable(group) && !groups.some(({ id }) => id === group.id),
  )
  const leave = async (group: Group): Promise<void> => {
    const isGivingUp = user.id === self && group.code === 'administrators'
    const question = { title: t('users.own.title'), lead: t('users.own.admin'), action: t('ui.remove') }
    if (isGivingUp && !(await confirm(question))) return
    remove.mutate({ id: user.id, group: group.id })
  }
  return (
    <Stack gap={4}>
      {failure && <Failure small error={failure} />}
      <SelectField
        label={t('users.join')}
        placeholder={t('groups.pick')}
        searchable
        maw={360}
        value={null}
        disabled={others.length === 0 || add.isPending}
        data={others.map((group) => ({ value: group.id, label: nameOf(group) }))}
        onChange={(group) => group && add.mutate({ id: user.id, group })}
      />
      {groups.length === 0 ? (
        <Empty title={t('users.noGroups')} />
      ) : (
        <RowList label={t('groups.title')}>
          {groups.map((group) => (
            <Entry key={group.id} group={group} user={user} onLeave={() => void leave(group)} />
          ))}
        </RowList>
      )}
    </Stack>
  )
}

function Entry({ group, user, onLeave }: { group: Group; user: User; onLeave: () => void }) {
  const name = useGroupName()(group)
  const aboutOf = useGroupDescription()
  const t = useTexts('admin')
  return (
    <li>
      <div>
        <Link to={addressOf('/admin/groups', [group.id])}>{name}</Link>
        <small className="muted">{isJoinable(group) ? aboutOf(group) : t('users.follows')}</small>
      </div>
      {isJoinable(group) ? (
        <Button small aria-label={`${t('ui.remove')}: ${name}`} onClick={onLeave}>
          {t('ui.remove')}
        </Button>
      ) : (
        <LinkButton small to={addressOf('/admin/users', [user.id, 'interfaces'])}>
          {t('users.changeInterface')}
        </LinkButton>
      )}
    </li>
  )
}
