import { adminUserList, groupList } from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useGroupName } from '../../../features/people/group-name.ts'
import { textSearch } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SearchField } from '../../../ui/form/search-field.tsx'
import type { RuleSubject } from './marks.ts'

/** Users offered at the same time; typing narrows them. */
const offered = 20

/** Finds groups and users by typed text; groups first, unless only users are requested. */
export function SubjectPicker({
  label,
  value = null,
  peopleOnly = false,
  without = [],
  onPick,
}: {
  label: string
  /** The selected subject, if the field retains it. */
  value?: RuleSubject | null
  peopleOnly?: boolean
  /** Ids that are not offered. */
  without?: readonly string[]
  onPick: (subject: RuleSubject) => void
}) {
  const t = useTexts('security')
  const groupName = useGroupName()
  const [typed, setTyped] = useState(value?.name ?? '')
  const [searchText] = useDebouncedValue(typed === value?.name ? '' : typed, 250)
  const found = useSubjects(searchText, peopleOnly)
  const open = found.subjects.filter(({ id }) => !without.includes(id))
  const groupOf = (kind: RuleSubject['kind']) => ({
    group: t(`kindsOf.${kind}`),
    items: open
      .filter((one) => one.kind === kind)
      .map((one) => ({ value: one.id, label: kind === 'group' ? groupName(one) : one.name })),
  })
  return (
    <SearchField
      label={label}
      placeholder={t('pick')}
      failure={found.error}
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={(peopleOnly ? [groupOf('user')] : [groupOf('group'), groupOf('user')]).filter(
        ({ items }) => items.length > 0,
      )}
      onChange={(id) => {
        const subject = open.find((one) => one.id === id)
        if (!subject) return
        if (value === null) setTyped('')
        onPick(subject)
      }}
    />
  )
}

function useSubjects(
  searchText: string,
  peopleOnly: boolean,
): { subjects: RuleSubject[]; error: Error | null } {
  const users = useEndpoint(
    adminUserList,
    { orderby: ['name'], reclimit: offered, search: textSearch(searchText, ['username', 'name', 'email']) },
    { keepPrevious: true },
  )
  const groups = useEndpoint(
    groupList,
    { orderby: ['name'], reclimit: offered, search: textSearch(searchText, ['name', 'code']) },
    { keepPrevious: true, enabled: !peopleOnly },
  )
  return {
    error: users.error ?? groups.error,
    subjects: [
      ...(groups.data ?? []).map(({ id, name, code }) => ({ kind: 'group' as const, id, name, code })),
      ...(users.data ?? []).map(({ id, name, username: code }) => ({
        kind: 'user' as const,
        id,
        name: name === code ? name : `${name} (${code})`,
        code,
      })),
    ],
  }
}
