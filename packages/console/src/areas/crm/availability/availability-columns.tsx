import type {
  AvailabilityDefinition as Definition,
  AvailabilityGroup,
  availabilityList,
} from '@stationmaster/contract'
import type { RowOf } from '../../../lib/list.ts'
import type { TextKey } from '../../../lib/texts.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { none } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import css from './availability.module.css'
import { DayStrip } from './day-strip.tsx'

export type Availability = RowOf<typeof availabilityList>

/** Formats a percentage with exactly two decimals. */
export const exactPercent = (value: number | null, language: string): string =>
  value === null
    ? '–'
    : new Intl.NumberFormat(language, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }).format(value / 100)

/** Returns the name of a row. */
export const rowName = ({ identity, connectorid, sitename, networkname, id }: Availability): string =>
  identity === null
    ? (sitename ?? networkname ?? id)
    : connectorid === null
      ? identity
      : `${identity} · ${connectorid}`

function GroupName({ row, by }: { row: Availability; by: AvailabilityGroup }) {
  const t = useTexts('availability')
  if (row.id === 'none') return <span className="muted">{t(by === 'site' ? 'noSite' : 'noNetwork')}</span>
  if (row.identity === null) return <bdi>{rowName(row)}</bdi>
  return (
    <bdi className="mono" dir="ltr">
      {rowName(row)}
    </bdi>
  )
}

const closedField = { field: 'closed', title: 'availability:columns.closed' } as const

const minutes = (field: 'outage' | 'excluded' | 'unknown'): Column<Availability> => ({
  id: field,
  title: `availability:columns.${field}`,
  num: true,
  file: [{ field }, ...(field === 'excluded' ? [closedField] : [])],
  ...(field === 'outage' ? { narrow: 'note' as const } : {}),
  cell: (row, { format }) => (row[field] === 0 ? none : format.duration(row[field] * 60)),
})

const percent = (field: 'gross' | 'uptime'): Pick<Column<Availability>, 'cell' | 'num' | 'file'> => ({
  num: true,
  file: [{ field, unit: '%' }],
  cell: (row, { format }) => (row[field] === null ? none : exactPercent(row[field], format.language)),
})

const availability: Column<Availability> = {
  id: 'availability',
  title: 'availability:columns.availability',
  narrow: 'value',
  num: true,
  file: [
    { field: 'availability', unit: '%' },
    { field: 'target', title: 'availability:columns.target', unit: '%' },
  ],
  cell: (row) => <Reached row={row} />,
}

function Reached({ row: { availability: value, target, reached } }: { row: Availability }) {
  const t = useTexts('availability')
  const format = useFormat()
  if (value === null) return none
  return (
    <span
      className={reached ? css.available : css.below}
      title={t('figures.target', { percent: format.percent(target) })}
    >
      {exactPercent(value, format.language)}
    </span>
  )
}

const groupTitles = {
  evse: 'availability:columns.connector',
  station: 'availability:columns.station',
  site: 'availability:columns.site',
  network: 'availability:columns.network',
} as const satisfies Record<AvailabilityGroup, TextKey>

/** Returns the columns of a group. */
export function columnsOf(by: AvailabilityGroup, definition: Definition): Column<Availability>[] {
  const isStation = by === 'evse' || by === 'station'
  const name: Column<Availability> = {
    id: 'name',
    title: groupTitles[by],
    narrow: 'title',
    file: isStation
      ? [
          { field: 'identity', title: 'availability:columns.station' },
          ...(by === 'evse'
            ? [{ field: 'connectorid', title: 'availability:columns.connector' as const }]
            : []),
        ]
      : [{ field: by === 'site' ? 'sitename' : 'networkname' }],
    cell: (row) => <GroupName row={row} by={by} />,
  }
  const site: Column<Availability> = {
    id: 'site',
    title: 'availability:columns.site',
    file: [{ field: 'sitename' }],
    cell: ({ sitename }) => (sitename === null ? none : <bdi>{sitename}</bdi>),
  }
  const evses: Column<Availability> = {
    id: 'evses',
    title: 'availability:columns.evses',
    num: true,
    file: [{ field: 'evses' }],
    cell: (row, { format }) => format.number(row.evses),
  }
  return [
    name,
    ...(isStation ? [site] : []),
    ...(by === 'evse' ? [] : [evses]),
    {
      id: 'days',
      title: 'availability:columns.days',
      narrow: 'subtitle',
      cell: (row) => <DayStrip days={row.days} evses={row.evses} />,
    },
    availability,
    minutes('outage'),
    minutes('excluded'),
    minutes('unknown'),
    ...(definition === 'nevi'
      ? [{ id: 'uptime', title: 'availability:columns.uptime' as const, ...percent('uptime') }]
      : [{ id: 'gross', title: 'availability:columns.gross' as const, ...percent('gross') }]),
  ]
}
