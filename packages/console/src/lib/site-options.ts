import { siteList } from '@stationmaster/contract'
import { useFoundOptions } from './found-options.ts'
import { textSearch } from './list.ts'
import { useEndpoint } from './query.ts'

/** The site of an object. */
interface OfSite {
  site: string | null
  sitename: string | null
}

/** Returns properties of a select field whose options are sites, found by name, number or city on the server. */
export function useSiteOptions({ site, sitename }: OfSite) {
  const { searched, fieldOf } = useFoundOptions()
  const { data = [] } = useEndpoint(
    siteList,
    {
      fields: ['id', 'code', 'label'],
      search: textSearch(searched, ['label', 'code', 'city']),
      orderby: ['label'],
      reclimit: 20,
    },
    { keepPrevious: true, hints: ['site.changed'] },
  )
  return {
    ...fieldOf(
      data.map(({ id, code, label }) => [id, `${label} · ${code}`]),
      site === null ? [] : [[site, sitename ?? site]],
    ),
    clearable: true,
  }
}
