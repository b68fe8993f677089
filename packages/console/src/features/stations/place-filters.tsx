import { networkList, siteCount } from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'
import { useSiteIdOptions } from '../../lib/site-options.ts'
import { useTexts } from '../../lib/texts.ts'
import { useHold } from '../../ui/table/late.tsx'
import { FilterSelect } from '../../ui/table/select-filter.tsx'

/** Places to which a list of stations is limited; empty: all. */
interface Places {
  site: string
  network: string
}

const networks = { fields: ['name'], orderby: ['name'], reclimit: 500 }

/** Selects a site and a network; absent as long as there are none. */
export function PlaceFilters({ at, onChange }: { at: Places; onChange: (next: Partial<Places>) => void }) {
  const t = useTexts('stations')
  const offered = useEndpoint(networkList, networks)
  const names = new Set(offered.data?.map(({ name }) => name))
  if (at.network !== '') names.add(at.network)
  const count = useEndpoint(siteCount, {}, { hints: ['site.changed'] })
  useHold(offered.isLoading || count.isLoading)
  const sites = useSiteIdOptions(at.site)
  return (
    <>
      {(at.site !== '' || Boolean(count.data?.count)) && (
        <FilterSelect
          label={t('columns.site')}
          width={170}
          placeholder={t('allSites')}
          {...sites}
          value={at.site || null}
          onChange={(site) => onChange({ site: site ?? '' })}
        />
      )}
      {names.size > 0 && (
        <FilterSelect
          label={t('columns.network')}
          width={160}
          placeholder={t('allNetworks')}
          searchable
          clearable
          data={[...names]}
          value={at.network || null}
          onChange={(network) => onChange({ network: network ?? '' })}
        />
      )}
    </>
  )
}
