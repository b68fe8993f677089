import { stationAction, stationCount } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { FilterSelect } from '../../ui/table/select-filter.tsx'
import { useHold } from '../../ui/table/late.tsx'
import { type RegistrationFilter, registrationFilters, registrationTerms } from './registration.ts'

/**
 * Filters the list to stations that wait for approval, are rejected or, for users who may restore them,
 * deleted; shown while there are any.
 */
export function RegistrationSelect({
  value,
  onChange,
}: {
  value: RegistrationFilter
  onChange: (value: RegistrationFilter) => void
}) {
  const t = useTexts('stations')
  const format = useFormat()
  const mayRestore = useMay()(stationAction, { action: 'restore' })
  const counts = {
    waiting: useCount('waiting'),
    rejected: useCount('rejected'),
    deleted: useCount('deleted', mayRestore),
  }
  const shown = registrationFilters.filter((one) => one === 'all' || counts[one] > 0 || one === value)
  if (shown.length === 1) return null
  return (
    <FilterSelect
      label={t('registration.label')}
      width={190}
      allowDeselect={false}
      value={value}
      onChange={(word) => onChange(registrationFilters.find((one) => one === word) ?? 'all')}
      data={shown.map((one) => ({
        value: one,
        label: [
          t(`registration.filters.${one}`),
          ...(one === 'all' ? [] : [format.number(counts[one])]),
        ].join(' '),
      }))}
    />
  )
}

const useCount = (which: Exclude<RegistrationFilter, 'all'>, enabled = true): number => {
  const found = useEndpoint(
    stationCount,
    { search: [...registrationTerms[which]] },
    { hints: ['station.changed'], keepPrevious: true, enabled },
  )
  useHold(enabled && found.isLoading)
  return (enabled && found.data?.count) || 0
}
