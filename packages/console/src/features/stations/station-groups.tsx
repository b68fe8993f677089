import { lazy, Suspense, useMemo } from 'react'
import type { ListQueryBody } from '../../lib/list.ts'
import { loadTexts } from '../../lib/texts.ts'
import { Late } from '../../ui/table/late.tsx'
import type { RowGroups } from '../../ui/table/row-groups.tsx'
import type { Station } from './station-columns.tsx'
import type { Grouping } from './station-grouping.ts'

const withTexts = async <Part,>(part: Promise<Part>) => {
  const [loaded] = await Promise.all([part, loadTexts('station-groups')])
  return { default: loaded }
}
const GroupMenu = lazy(() => withTexts(import('./station-group-details.tsx').then((file) => file.GroupMenu)))
const GroupFigures = lazy(() =>
  withTexts(import('./station-group-details.tsx').then((file) => file.GroupFigures)),
)
const WithoutPlace = lazy(() =>
  withTexts(import('./station-group-details.tsx').then((file) => file.WithoutPlace)),
)

/** Columns by which stations are ordered for a grouping; sites of the same name remain apart. */
export const groupOrders: Record<Grouping | '', readonly string[]> = {
  '': [],
  site: ['sitename', 'site'],
  network: ['networkname'],
}

/** Stands for stations without a site or network; no id or name is empty. */
const without = ''

/** Returns the groups of a page of stations, whose figures the server counts; undefined if they are not grouped. */
export function useStationGroups(
  by: Grouping | '',
  { rows, matching }: { rows: readonly Station[]; matching: Pick<ListQueryBody, 'filter' | 'search'> },
): RowGroups<Station> | undefined {
  return useMemo(() => {
    if (by === '') return undefined
    const keyOf = (row: Station): string => (by === 'site' ? row.site : row.networkname) ?? without
    const keys = [...new Set(rows.map(keyOf))].sort().map((key) => (key === without ? null : key))
    return {
      keyOf,
      nameOf: (row) =>
        (by === 'site' ? row.sitename : row.networkname) ?? (
          <Suspense>
            <WithoutPlace by={by} />
          </Suspense>
        ),
      detailsOf: (key) => (
        <Suspense>
          <GroupFigures of={key === without ? null : key} query={{ ...matching, by, keys }} />
        </Suspense>
      ),
    }
  }, [by, rows, matching])
}

/** The menu that chooses what stations are grouped by. */
export const GroupingMenu = (props: { value: Grouping | ''; onChange: (value: Grouping | '') => void }) => (
  <Late>
    <GroupMenu {...props} />
  </Late>
)
