import { type BodyOf, networkList, siteCount, stationGroups } from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { SelectField } from '../../ui/form/fields.tsx'
import { useHold } from '../../ui/table/late.tsx'
import { type Grouping, grouping } from './station-grouping.ts'

const hints = ['station.changed', 'site.changed', 'rights.changed'] as const
const someNetwork = { fields: ['name'], reclimit: 1 }

/** Selects what stations are grouped by; absent as long as there are neither sites nor networks. */
export function GroupSelect({
  value,
  onChange,
}: {
  value: Grouping | ''
  onChange: (value: Grouping | '') => void
}) {
  const t = useTexts('station-groups')
  const networks = useEndpoint(networkList, someNetwork)
  const sites = useEndpoint(siteCount, {}, { hints: ['site.changed'] })
  useHold(networks.isLoading || sites.isLoading)
  const has = { site: Boolean(sites.data?.count), network: Boolean(networks.data?.length) }
  const offered = grouping.words.filter((word) => word === '' || has[word] || word === value)
  if (offered.length === 1) return null
  return (
    <SelectField
      aria-label={t('label')}
      w={150}
      allowDeselect={false}
      data={offered.map((word) => ({ value: word, label: t(`by.${word === '' ? 'none' : word}`) }))}
      value={value}
      onChange={(next) => onChange(grouping.read(next))}
    />
  )
}

/** Number of the stations of a group, also on other pages, and of those with problems. */
export function GroupFigures({ of, query }: { of: string | null; query: BodyOf<typeof stationGroups> }) {
  const t = useTexts('stations')
  const words = useTexts('station-groups')
  const found = useEndpoint(stationGroups, query, { hints, keepPrevious: true })
  const group = found.data?.find(({ key }) => key === of)
  if (!group) return null
  return (
    <>
      {t('count', { count: group.count })}
      {group.problems > 0 && ` · ${words('problems', { count: group.problems })}`}
    </>
  )
}

export function WithoutPlace({ by }: { by: Grouping }) {
  return useTexts('station-groups')(`without.${by}`)
}
