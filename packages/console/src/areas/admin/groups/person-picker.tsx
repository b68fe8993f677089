import { adminUserList } from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { textSearch } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useFailureText } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'

/** Users offered at the same time; typing narrows them. */
const offered = 20

/** Picks a user who is not a member of the group yet, from all users. */
export function PersonPicker({
  group,
  isBusy,
  onPick,
}: {
  group: string
  isBusy: boolean
  onPick: (id: string) => void
}) {
  const t = useTexts('admin')
  const [typed, setTyped] = useState('')
  const [searchText] = useDebouncedValue(typed, 250)
  const search = textSearch(searchText, ['username', 'name', 'email'])
  const query = { orderby: ['name'], reclimit: offered, ...(search.length > 0 ? { search } : {}) }
  const people = useEndpoint(adminUserList, query, { keepPrevious: true })
  const words = useFailureText(people.error)
  return (
    <SelectField
      aria-label={t('groups.addMember')}
      placeholder={t('groups.addMember')}
      error={people.error && words.title}
      searchable
      w={260}
      value={null}
      disabled={isBusy}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('groups.noUsersFound')}
      // The server has already searched.
      filter={({ options }) => options}
      data={(people.data ?? [])
        .filter(({ groups }) => !groups.includes(group))
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
