import {
  adminUserList,
  type AnswerOf,
  type groupGet,
  groupMemberAdd,
  groupMemberDelete,
  groupMemberList,
} from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { textSearch } from '../../../lib/list.ts'
import { ask } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty, Failure, Loading, useFailureWords } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import css from '../admin.module.css'
import { useChange } from '../use-change.ts'

type Member = AnswerOf<typeof groupMemberList>[number]

/** Who is in a group; to add people and take them out. */
export function GroupMembers({ group }: { group: AnswerOf<typeof groupGet> }) {
  const t = useTexts('admin')
  const found = useQuery(ask(groupMemberList, { id: group.id }, { hints: ['user.changed'] }))
  const add = useChange(groupMemberAdd)
  const remove = useChange(groupMemberDelete)
  const failure = add.error ?? remove.error
  if (found.error && !found.data)
    return <Failure small error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Loading rows={4} />
  const members = found.data
  return (
    <Stack gap={4}>
      {failure && <Failure small error={failure} />}
      <PersonPicker
        without={members.map(({ id }) => id)}
        isBusy={add.isPending}
        onPick={(member) => add.mutate({ id: group.id, member })}
      />
      {members.length === 0 ? (
        <Empty title={t('groups.noMembers')} />
      ) : (
        <ul className={css.rows} aria-label={t('groups.members')}>
          {members.map((member) => (
            <Entry
              key={member.id}
              member={member}
              onRemove={() => remove.mutate({ id: group.id, member: member.id })}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function Entry({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const say = useTexts()
  return (
    <li>
      <div>
        <Link to={addressOf('/admin/users', [member.id])}>
          <bdi>{member.name}</bdi>
        </Link>
        <small className="muted">
          <bdi>{[member.username, member.email].filter(Boolean).join(' · ')}</bdi>
        </small>
      </div>
      <Button small aria-label={`${say('ui.remove')}: ${member.name}`} onClick={onRemove}>
        {say('ui.remove')}
      </Button>
    </li>
  )
}

/** How many people are offered at once; typing narrows them. */
const offered = 20

function PersonPicker({
  without,
  isBusy,
  onPick,
}: {
  without: readonly string[]
  isBusy: boolean
  onPick: (id: string) => void
}) {
  const t = useTexts('admin')
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed, 250)
  const search = textSearch(wanted, ['username', 'name', 'email'])
  const query = { orderby: ['name'], reclimit: offered, ...(search.length > 0 ? { search } : {}) }
  const people = useQuery(ask(adminUserList, query, { keep: true }))
  const words = useFailureWords(people.error)
  return (
    <SelectField
      label={t('groups.addMember')}
      placeholder={t('users.pick')}
      error={people.error && words.title}
      searchable
      maw={360}
      value={null}
      disabled={isBusy}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      data={(people.data ?? [])
        .filter(({ id }) => !without.includes(id))
        .map(({ id, name, username }) => ({
          value: id,
          label: name === username ? name : `${name} (${username})`,
        }))}
      onChange={(id) => {
        setTyped('')
        if (id) onPick(id)
      }}
    />
  )
}
