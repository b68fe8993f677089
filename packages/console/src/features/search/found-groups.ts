import { maxSearchCount, type search } from '@stationmaster/contract'
import {
  IconArrowsExchange,
  IconBolt,
  IconBuildings,
  IconCar,
  IconCreditCard,
  IconSearch,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { RowOf } from '../../lib/list.ts'
import type { TextKey } from '../../lib/texts.ts'

type Found = Pick<RowOf<typeof search>, 'classcode' | 'classcount'>

/** Classes that a search finds, each with its heading and icon. */
const classes = {
  charge_point: { heading: 'shell:screens.stations', icon: IconBolt },
  site: { heading: 'shell:screens.sites', icon: IconBuildings },
  client: { heading: 'shell:screens.clients', icon: IconUsers },
  card: { heading: 'shell:screens.cards', icon: IconCreditCard },
  car: { heading: 'shell:palette.cars', icon: IconCar },
  user: { heading: 'shell:palette.users', icon: IconUser },
  transaction: { heading: 'shell:screens.transactions', icon: IconArrowsExchange },
} as const satisfies Record<string, { heading: TextKey; icon: typeof IconBolt }>

const other = { heading: 'shell:screens.search', icon: IconSearch } as const

/** Returns heading and icon of a class. */
export const lookOf = (classcode: string): { heading: TextKey; icon: typeof IconBolt } =>
  Object.hasOwn(classes, classcode) ? classes[classcode as keyof typeof classes] : other

export interface FoundOfClass<Row> {
  classcode: string
  rows: Row[]
  /** Number of matches as text, such as "500+"; the rows are the best of them. */
  count: string
}

/** Groups results by class, in their order. */
export function foundGroups<Row extends Found>(rows: readonly Row[]): FoundOfClass<Row>[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.classcode, [...(groups.get(row.classcode) ?? []), row])
  return [...groups].map(([classcode, found]) => {
    const count = found[0]?.classcount ?? found.length
    return { classcode, rows: found, count: count >= maxSearchCount ? `${maxSearchCount}+` : String(count) }
  })
}
