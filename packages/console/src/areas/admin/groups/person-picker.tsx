import { adminUserList } from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { textSearch } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SearchField } from '../../../ui/form/search-field.tsx'

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
  const query = { orderby: ['name'], reclimit: offered, search }
  const people = useEndpoint(adminUserList, query, { keepPrevious: true })
  return (
    <SearchField
      aria-label={t('groups.addMember')}
      placeholder={t('groups.addMember')}
      failure={people.error}
      w={260}
      value={null}
      disabled={isBusy}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('groups.noUsersFound')}
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
