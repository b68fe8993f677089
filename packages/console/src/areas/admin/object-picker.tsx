import { type AnswerOf, search } from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { SearchField } from '../../ui/form/search-field.tsx'
import css from './object-picker.module.css'

export interface Picked {
  id: string
  name: string
}
type Hit = AnswerOf<typeof search>[number]

/**
 * Picks one object of a class by what users know of it: identity, card, number, name. Before anything is
 * typed the first or newest ones are offered, each with its id.
 */
export function ObjectPicker({
  label,
  placeholder,
  classCode,
  value,
  onPick,
}: {
  label: string
  placeholder: string
  classCode: string
  value: Picked | null
  /** Null if the choice was cleared. */
  onPick: (object: Picked | null) => void
}) {
  const t = useTexts()
  const [typed, setTyped] = useState(value?.name ?? '')
  const [isOpened, opened] = useState(false)
  const { hits, error, isPending } = useHits(classCode, typed === value?.name ? '' : typed, isOpened)
  const shown = value && !hits.some(({ id }) => id === value.id) ? [{ ...value, about: '' }, ...hits] : hits
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      failure={error}
      clearable
      clearButtonProps={{ 'aria-label': t('ui.clear') }}
      nothingFoundMessage={isPending ? t('ui.loading') : t('ui.nothingFound')}
      onDropdownOpen={() => opened(true)}
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={shown.map(({ id, name }) => ({ value: id, label: name }))}
      renderOption={({ option }) => (
        <Option
          hit={shown.find(({ id }) => id === option.value) ?? { id: option.value, name: '', about: '' }}
        />
      )}
      onChange={(id) => onPick(shown.find((one) => one.id === id) ?? null)}
    />
  )
}

/** Returns the options; the request waits until the list is opened and typing pauses. */
function useHits(classCode: string, typed: string, isOpened: boolean) {
  const format = useFormat()
  const [searchText] = useDebouncedValue(typed.trim().slice(0, 100), 250)
  const found = useEndpoint(
    search,
    { text: searchText, entities: [classCode] },
    { keepPrevious: true, enabled: isOpened },
  )
  const shownOf = ({ id, label, description, at }: Hit) => {
    const more = [description === label ? null : description, at && format.dateTime(at)].filter(Boolean)
    return { id, name: label, about: more.join(' · ') }
  }
  return { hits: (found.data ?? []).map(shownOf), error: found.error, isPending: found.isPending }
}

function Option({ hit: { id, name, about } }: { hit: Picked & { about: string } }) {
  return (
    <span className={css.option}>
      <bdi>{name}</bdi>
      {about && <small>{about}</small>}
      <small className="mono">{id}</small>
    </span>
  )
}
