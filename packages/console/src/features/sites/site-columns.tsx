import type { AnswerOf, siteList } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { Amount } from '../../ui/page/figures.tsx'
import { ObjectState } from '../../ui/state/object-state.tsx'
import { ToneChip } from '../../ui/state/state-chip.tsx'
import { codeColumn, momentColumn, none, numberColumn, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'

export type Site = AnswerOf<typeof siteList>[number]

export function SiteState({ site }: { site: Site }) {
  const t = useTexts('sites')
  return <ObjectState classCode="site" object={site} word={(state) => t(`states.${state}`)} />
}

/** Returns the address of a site in one line; empty if it has none. */
export const addressLine = ({ address, postalcode, city }: Site): string =>
  [address, [postalcode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')

function Problems({ count }: { count: number }) {
  const t = useTexts('sites')
  return count === 0 ? none : <ToneChip tone="bad">{t('problemCount', { count })}</ToneChip>
}

export const siteColumns: readonly Column<Site>[] = [
  textColumn('label', 'sites:columns.label', { min: 180, narrow: 'title' }),
  codeColumn('code', 'sites:columns.code'),
  {
    id: 'problems',
    title: 'sites:columns.problems',
    sort: 'problems',
    narrow: 'badge',
    cell: ({ problems }) => <Problems count={problems} />,
  },
  numberColumn('stations', 'sites:columns.stations'),
  {
    id: 'power',
    title: 'sites:columns.power',
    sort: 'power',
    file: [{ field: 'power', unit: 'kW' }],
    num: true,
    min: 110,
    narrow: 'value',
    cell: ({ power }, { format }) => (power ? <Amount quantity={format.powerQuantity(power)} /> : none),
  },
  {
    id: 'gridlimit',
    title: 'sites:columns.gridlimit',
    sort: 'gridlimit',
    file: [{ field: 'gridlimit', unit: 'kW' }],
    num: true,
    cell: ({ gridlimit }, { format }) =>
      gridlimit ? <Amount quantity={format.powerQuantity(gridlimit)} /> : none,
  },
  textColumn('city', 'sites:columns.city', { narrow: 'subtitle' }),
  textColumn('address', 'sites:columns.address', { cut: 'short' }),
  textColumn('networkname', 'sites:columns.network', { id: 'network' }),
  textColumn('clientname', 'sites:columns.client', { id: 'client', sort: false, hidden: true }),
  textColumn('timezone', 'sites:columns.timezone', { hidden: true }),
  textColumn('contactname', 'sites:columns.contact', { hidden: true }),
  textColumn('contactphone', 'sites:columns.phone', { hidden: true }),
  textColumn('contactemail', 'sites:columns.email', { hidden: true }),
  momentColumn('created', 'sites:columns.created', { hidden: true }),
]
