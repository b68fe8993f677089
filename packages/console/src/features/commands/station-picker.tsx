import { useState } from 'react'
import { otherAccount, useOwnAccount, useStationName } from '../../lib/station-name.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { MultiSelectField } from '../../ui/form/fields.tsx'
import { StateGlyph } from '../../ui/state/state-glyph.tsx'
import css from './station-picker.module.css'
import { maxNamed, useStationChoices } from './queries.ts'

/** Selects one or several stations, found by identity or label on the server. */
export function StationPicker({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly string[]
  onChange: (names: string[]) => void
  error?: string | null
}) {
  const t = useTexts('ocpp')
  const [text, setText] = useState('')
  const found = useStationChoices(text, chosen)
  const name = useStationName()
  const own = useOwnAccount()
  const taken = new Set([...found.chosen.values()].map(({ id }) => id))
  const known = new Map([
    ...found.chosen,
    ...found.matching.filter(({ id }) => !taken.has(id)).map((station) => [name(station), station] as const),
  ])
  // Names in the address stay selected even if the server does not know them: sending reports the error.
  const offered = [...new Set([...known.keys(), ...chosen])].map((value) => {
    const station = known.get(value)
    const account = station && otherAccount(station, own)
    return { value, label: station ? [station.identity, account].filter(Boolean).join(' · ') : value }
  })
  if (chosen.length > maxNamed)
    return (
      <div className={css.many}>
        <b>{t('ui.table.selected', { count: chosen.length })}</b>
        <Button small onClick={() => onChange([])}>
          {t('ui.clear')}
        </Button>
      </div>
    )
  return (
    <MultiSelectField
      label={t('command.stations')}
      placeholder={chosen.length === 0 ? t('command.stationsHint') : undefined}
      required
      searchable
      hidePickedOptions
      clearable
      clearButtonProps={{ 'aria-label': t('ui.clear') }}
      maxDropdownHeight={320}
      nothingFoundMessage={t('ui.nothingFound')}
      value={[...chosen]}
      onChange={onChange}
      searchValue={text}
      onSearchChange={setText}
      error={error}
      data={offered}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const station = known.get(option.value)
        return (
          <span className={css.option}>
            <StateGlyph state={station?.displaystate ?? 'offline'} />
            <bdi className="mono">{option.label}</bdi>
            <small className="ellipsis">{station?.label}</small>
          </span>
        )
      }}
    />
  )
}
