import { useDebouncedValue } from '@mantine/hooks'
import { siteList } from '@stationmaster/contract'
import { useState } from 'react'
import { textSearch } from './list.ts'
import { useEndpoint } from './query.ts'

/** The site of an object. */
interface OfSite {
  site: string | null
  sitename: string | null
}

/** Returns properties of a select field whose options are sites, found by name, number or city on the server. */
export function useSiteOptions(present?: OfSite) {
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, 250)
  const found = useEndpoint(
    siteList,
    {
      fields: ['id', 'code', 'label', 'city'],
      search: textSearch(searched, ['label', 'code', 'city']),
      orderby: ['label'],
      reclimit: 20,
    },
    { keepPrevious: true, hints: ['site.changed'] },
  )
  const options = new Map((found.data ?? []).map(({ id, code, label }) => [id, `${label} · ${code}`]))
  // the present site may not be among the first
  if (present?.site && !options.has(present.site)) options.set(present.site, present.sitename ?? present.site)
  return {
    data: [...options].map(([value, label]) => ({ value, label })),
    searchable: true,
    clearable: true,
    onSearchChange: setText,
  }
}
