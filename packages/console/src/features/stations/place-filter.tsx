import { lazy } from 'react'
import type { SearchTerm } from '../../lib/list.ts'
import { loadTexts } from '../../lib/texts.ts'
import { Late } from '../../ui/table/late.tsx'
import type { ListFilter } from '../../ui/table/segment-filter.tsx'

const PlaceFilters = lazy(async () => {
  const [module] = await Promise.all([import('./place-filters.tsx'), loadTexts('stations')])
  return { default: module.PlaceFilters }
})

interface PlaceAddress {
  site: string
  network: string
  page: number
}

type Place = Pick<PlaceAddress, 'site' | 'network'>

/** Returns the filter by site and network of a list whose address has these parameters. */
export const placeFilter = (
  { at, go }: { at: Place; go: (change: Partial<PlaceAddress>) => void },
  label: string,
): ListFilter => ({
  inMenu: 'always',
  active: [...(at.site === '' ? [] : [label]), ...(at.network === '' ? [] : [at.network])],
  clear: { site: '', network: '' },
  control: (
    <Late key="places">
      <PlaceFilters at={at} onChange={(places) => go({ ...places, page: 1 })} />
    </Late>
  ),
})

/** Returns the term for a column with a value; none for an empty one. */
export const equals = (field: string, value: string): SearchTerm[] =>
  value === '' ? [] : [{ condition: 'AND', field, compare: 'EQL', value }]

/** Returns the terms of `placeFilter`. */
export const placeTerms = ({ site, network }: Place): SearchTerm[] => [
  ...equals('site', site),
  ...equals('networkname', network),
]
