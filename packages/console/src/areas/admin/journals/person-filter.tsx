import { adminUserList } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textSearch } from '../../../lib/list.ts'
import { ask } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SuggestField } from '../../../ui/form/fields.tsx'

const most = 8

/** Filters entries by user: a login, picked or typed in full. */
export function PersonFilter({ value, onChange }: { value: string; onChange: (login: string) => void }) {
  const t = useTexts('journals')
  const [typed, setTyped] = useState({ text: value, told: value })
  // The address changed without this field.
  if (value !== typed.told) setTyped({ text: value, told: value })
  const search = textSearch(typed.text, ['username', 'name'])
  const [isOpen, setOpen] = useState(false)
  const people = useQuery({
    ...ask(adminUserList, { fields: ['id', 'username'], search, reclimit: most }, { keep: true }),
    enabled: isOpen,
  })
  const tell = (text: string): void => {
    setTyped({ text, told: text })
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
      onChange={(text) => (text === '' ? tell('') : setTyped((before) => ({ ...before, text })))}
      onFocus={() => setOpen(true)}
      onOptionSubmit={tell}
      onBlur={() => typed.text.trim() !== value && tell(typed.text.trim())}
      onKeyDown={(event) => event.key === 'Enter' && tell(typed.text.trim())}
    />
  )
}
