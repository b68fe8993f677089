import { search } from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useFailureWords } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'

const findable = ['charge_point', 'card', 'transaction']
/** Whether objects of a class can be found by a text. */
export const isFindable = (classCode: string): boolean => findable.includes(classCode)

interface Named {
  id: string
  name: string
}

/** One object of a class, found by typing. */
export function ObjectPicker({
  classCode,
  value,
  onPick,
}: {
  classCode: string
  value: Named | null
  onPick: (object: Named) => void
}) {
  const t = useTexts('security')
  const [typed, setTyped] = useState(value?.name ?? '')
  const [wanted] = useDebouncedValue(typed.trim(), 250)
  const found = useQuery({
    ...ask(search, { text: wanted.slice(0, 100), entities: [classCode] }, { keep: true }),
    enabled: wanted !== '' && wanted !== value?.name,
  })
  const words = useFailureWords(found.error)
  const hits = (found.data ?? []).map(({ id, label, description }) => ({
    id,
    name: description && description !== label ? `${label} (${description})` : label,
  }))
  const offered = value && !hits.some(({ id }) => id === value.id) ? [value, ...hits] : hits
  return (
    <SelectField
      label={t('object.one')}
      placeholder={t('pick')}
      error={found.error && words.title}
      searchable
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options }) => options}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => {
        const object = offered.find((one) => one.id === id)
        if (object) onPick(object)
      }}
    />
  )
}
