import type { AnswerOf, carGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { clientColumns } from '../clients/index.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { WithFacts } from '../workflow/index.ts'

/** Selects the cars that the viewer may see, as `cars v`: for users of a client those of the client, for drivers their own. */
export const visibleCars = ofAccountOrDriver(
  'v.account_id',
  { car: 'v.id' },
  (userId) => sql`v.owner_id = ${userId}`,
)

export const carSource: ListSource<WithFacts<AnswerOf<typeof carGet>>> = {
  from: sql`cars v`,
  columns: {
    ...objectColumns('car', { alias: 'v', owner: 'v.owner_id' }),
    identity: column.text('v.identity'),
    label: column.text('v.label', 'nullable'),
    description: column.text('v.description', 'nullable'),
    ...clientColumns('v'),
    driver: column.text(
      sql`(select u.username from users u where u.id = v.owner_id and u.interface_code = 'driver')`,
      'nullable',
    ),
    make: column.text('v.make', 'nullable'),
    model: column.text('v.model', 'nullable'),
    vin: column.text('v.vin', 'nullable'),
    charger: column.text('v.charger', 'nullable'),
    battery: column.integer('v.battery_wh', 'nullable'),
    tags: column.list('v.tags'),
    methods: column.shown(sql`json_build_object('id', v.id, 'state', v.state)`),
    version_no: column.integer('v.version_no'),
  },
  key: 'id',
  order: ['identity'],
  visible: visibleCars,
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`v.state = 'deleted'` },
}

/** L273: cars of a driver. */
const maxCarsOfDriver = 20

/** Refuses a car beyond the limit of a driver. */
export const refuseManyOfDriver = (tx: Tx, userId: string): Promise<Refusal | null> =>
  refuseBeyond(tx, {
    table: 'cars',
    owner: { column: 'owner_id', value: userId },
    where: sql`state <> 'deleted'`,
    most: maxCarsOfDriver,
  })
