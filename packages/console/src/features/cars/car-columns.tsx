import type { AnswerOf, carList } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { ObjectState } from '../../ui/state/object-state.tsx'
import { momentColumn, none, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'

export type Car = AnswerOf<typeof carList>[number]

export function CarState({ car }: { car: Car }) {
  const t = useTexts('clients')
  return <ObjectState classCode="car" object={car} word={(state) => t(`states.${state}`)} />
}

export const carColumns: readonly Column<Car>[] = [
  textColumn('identity', 'clients:cars.plate', { min: 140, mono: true, narrow: 'title' }),
  textColumn('label', 'clients:columns.label', { narrow: 'note' }),
  {
    id: 'state',
    title: 'clients:columns.state',
    sort: 'statecode',
    narrow: 'badge',
    cell: (car) => <CarState car={car} />,
  },
  textColumn('make', 'clients:cars.make'),
  textColumn('model', 'clients:cars.model', { narrow: 'subtitle' }),
  textColumn('charger', 'clients:cars.charger'),
  {
    id: 'battery',
    title: 'clients:cars.battery',
    num: true,
    sort: 'battery',
    file: [{ field: 'battery', unit: 'kWh' }],
    cell: ({ battery }, { format }) => (battery === null ? none : format.energy(battery)),
  },
  textColumn('vin', 'clients:cars.vin', { mono: true, hidden: true }),
  textColumn('description', 'clients:fields.description', { cut: 'wide', hidden: true }),
  momentColumn('created', 'clients:columns.created', { hidden: true }),
]
