import { cardList, objectList, stationList } from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { textSearch } from '../../../lib/list.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useFailureWords } from '../../../ui/feedback/feedback.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'

/** How many are offered at once; typing narrows them. */
const offered = 20

/** An object of a class, found by its name; where a class has no list of its own, by its id. */
export function ObjectChoice({
  classCode,
  value,
  onChange,
}: {
  classCode: string
  value: string | null
  onChange: (id: string | null) => void
}) {
  const t = useTexts('workflow')
  const [typed, type] = useState('')
  const [wanted] = useDebouncedValue(typed, 250)
  const isListed = !withoutList.has(classCode)
  const found = useQuery({
    queryKey: ['Objects', 'choice', classCode, wanted],
    queryFn: ({ signal }) => findObjects(classCode, wanted, signal),
    placeholderData: keepPreviousData,
    enabled: isListed,
  })
  const words = useFailureWords(found.error)
  if (!isListed)
    return (
      <TextField
        label={t('dryRun.object')}
        placeholder={t('dryRun.id')}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim() || null)}
      />
    )
  return (
    <SelectField
      label={t('dryRun.object')}
      placeholder={t('dryRun.choose')}
      error={found.error && words.title}
      searchable
      nothingFoundMessage={t('dryRun.noObjects')}
      value={value}
      onChange={onChange}
      onSearchChange={type}
      data={(found.data ?? []).map((row) => ({ value: row.id, label: nameOf(row) }))}
    />
  )
}

/** Classes whose objects are not found by a name. */
const withoutList = new Set(['connector', 'transaction', 'reservation', 'account', 'command'])

interface Named {
  id: string
  label?: string | null
  identity?: string
  code?: string
}

const nameOf = ({ id, identity, code, label }: Named): string =>
  [identity ?? code, label].filter(Boolean).join(' · ') || id

/** The first objects of a class whose name holds the text. */
function findObjects(classCode: string, wanted: string, signal: AbortSignal): Promise<readonly Named[]> {
  const query = (field: string) => {
    const search = textSearch(wanted, [field])
    return { reclimit: offered, ...(search.length > 0 ? { search } : {}) }
  }
  if (classCode === 'charge_point') return call(stationList, query('identity'), { signal })
  if (classCode === 'card') return call(cardList, query('code'), { signal })
  return call(objectList, { ...query('label'), filter: { classcode: classCode } }, { signal })
}
