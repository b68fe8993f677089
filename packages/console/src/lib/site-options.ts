import { siteGet, siteList } from '@stationmaster/contract'
import { useFoundOptions } from './found-options.ts'
import { textSearch } from './list.ts'
import { useEndpoint } from './query.ts'

/** The site of an object. */
interface OfSite {
  site: string | null
  sitename: string | null
}

const shown = ['id', 'code', 'label'] as const

/** Returns the sites that the server finds by name, number or city, as options. */
function useFoundSites(searched: string) {
  const { data = [] } = useEndpoint(
    siteList,
    {
      fields: [...shown],
      search: textSearch(searched, ['label', 'code', 'city']),
      orderby: ['label'],
      reclimit: 20,
    },
    { keepPrevious: true, hints: ['site.changed'] },
  )
  return data.map(({ id, code, label }) => [id, `${label} · ${code}`] as const)
}

/** Returns properties of a select field whose options are sites, found by name, number or city on the server. */
export function useSiteOptions({ site, sitename }: OfSite) {
  const { searched, fieldOf } = useFoundOptions()
  const present = site === null ? [] : [[site, sitename ?? site] as const]
  return { ...fieldOf(useFoundSites(searched), present), clearable: true }
}

/** Returns the same for a field in the address, which names the site by its id only; empty: no site. */
export function useSiteIdOptions(site: string) {
  const { data } = useEndpoint(
    siteGet,
    { id: site, fields: ['id', 'label'] },
    { enabled: site !== '', hints: ['site.changed'] },
  )
  return useSiteOptions({ site: site || null, sitename: data?.label ?? null })
}

/** Returns the same for a field with several sites; `stored` are the ids of those that are selected already. */
export function useSitesOptions(stored: readonly string[]) {
  const { searched, fieldOf } = useFoundOptions({ isMultiple: true })
  const { data } = useEndpoint(
    siteList,
    { filter: { id: [...stored] }, fields: [...shown], reclimit: stored.length },
    { enabled: stored.length > 0, hints: ['site.changed'] },
  )
  const names = new Map(data?.map(({ id, label }) => [id, label]))
  const present = stored.map((id) => [id, names.get(id) ?? id] as const)
  return { ...fieldOf(useFoundSites(searched), present), hidePickedOptions: true }
}
