import { localListStates, stationCount } from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { SelectField } from '../../ui/form/fields.tsx'
import { useFilterName } from '../../ui/table/filter-name.ts'

type Value = '' | (typeof localListStates)[number]

const generated = { filter: { locallist: [...localListStates] } }

/** Limits a list of stations to a state of the generated local list; absent if none is generated. */
export function LocalListFilter({ value, onChange }: { value: Value; onChange: (value: Value) => void }) {
  const t = useTexts('local-lists')
  const name = useFilterName(t('title'), 190)
  const found = useEndpoint(stationCount, generated, { hints: ['account.changed'] })
  if (value === '' && !found.data?.count) return null
  return (
    <SelectField
      {...name}
      placeholder={t('allStates')}
      clearable
      data={localListStates.map((state) => ({ value: state, label: t(`filters.${state}`) }))}
      value={value || null}
      onChange={(state) => onChange(localListStates.find((one) => one === state) ?? '')}
    />
  )
}
