import { adminUserList } from '@stationmaster/contract'
import { useState } from 'react'
import { textSearch } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SuggestField } from '../../../ui/form/fields.tsx'

const maxSuggestions = 8

/** Filters entries by user: a login, picked or typed in full. */
export function PersonFilter({ value, onChange }: { value: string; onChange: (login: string) => void }) {
  const t = useTexts('journals')
  const [typed, setTyped] = useState({ text: value, applied: value })
  // The address changed without this field.
  if (value !== typed.applied) setTyped({ text: value, applied: value })
  const search = textSearch(typed.text, ['username', 'name'])
  const [isOpen, setOpen] = useState(false)
  const people = useEndpoint(
    adminUserList,
    { fields: ['id', 'username'], search, reclimit: maxSuggestions },
    { keepPrevious: true, enabled: isOpen },
  )
  const apply = (text: string): void => {
    setTyped({ text, applied: text })
    onChange(text)
  }
  return (
    <SuggestField
      aria-label={t('person')}
      placeholder={t('person')}
      w={150}
      value={typed.text}
      data={[...new Set((people.data ?? []).map(({ username }) => username))]}
      filter={({ options }) => options}
      onChange={(text) => (text === '' ? apply('') : setTyped((before) => ({ ...before, text })))}
      onFocus={() => setOpen(true)}
      onOptionSubmit={apply}
      onBlur={() => typed.text.trim() !== value && apply(typed.text.trim())}
      onKeyDown={(event) => event.key === 'Enter' && apply(typed.text.trim())}
    />
  )
}
