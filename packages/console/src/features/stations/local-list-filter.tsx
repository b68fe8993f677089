import { localListStates, stationCount } from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { FilterSelect } from '../../ui/table/select-filter.tsx'

type Value = '' | (typeof localListStates)[number]

const generated = { filter: { locallist: [...localListStates] } }

/** Limits a list of stations to a state of the generated local list; absent if none is generated. */
export function LocalListFilter({ value, onChange }: { value: Value; onChange: (value: Value) => void }) {
  const t = useTexts('local-lists')
  const found = useEndpoint(stationCount, generated, { hints: ['account.changed'] })
  if (value === '' && !found.data?.count) return null
  return (
    <FilterSelect
      label={t('title')}
      width={190}
      placeholder={t('allStates')}
      clearable
      data={localListStates.map((state) => ({ value: state, label: t(`filters.${state}`) }))}
      value={value || null}
      onChange={(state) => onChange(localListStates.find((one) => one === state) ?? '')}
    />
  )
}
