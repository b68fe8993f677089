import type { AnswerOf, BodyOf, carGet, carSet } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { BusinessClass } from '../business-objects/index.ts'
import { clientColumn } from '../clients/index.ts'
import { carSource, refuseManyOfDriver, visibleCars } from './list-store.ts'

type Body = BodyOf<typeof carSet>

const maxCars = 100_000

/** Returns the hints that report a change of a car. */
export const carChanged = (account: string, id?: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'car.changed', ...(id && { ids: [id] }) } },
]

/** Cars as business objects. */
export const carClass: BusinessClass<AnswerOf<typeof carGet>, Body> = {
  classCode: 'car',
  source: carSource,
  stored: { table: 'cars', alias: 'v', visible: visibleCars, nameColumn: 'identity' },
  missing: refuse('car.not_found', { field: 'id' }),
  wrongState: refuse('car.wrong_state', { field: 'action' }),
  // cars have no number that could be taken
  codeTaken: refuse('car.not_found', { field: 'id' }),
  most: maxCars,
  changed: carChanged,
  required: { identity: 'identity' },
  isForDrivers: (_facts, method) => method === 'delete',
  changeOf: (body) =>
    givenFields({
      identity: emptyIsNull(body.identity),
      label: emptyIsNull(body.label),
      description: emptyIsNull(body.description),
      client_id: body.client,
      make: emptyIsNull(body.make),
      model: emptyIsNull(body.model),
      vin: body.vin,
      charger: emptyIsNull(body.charger),
      battery_wh: body.battery,
    }),
  async prepareNew(tx, viewer, changes) {
    const { accountId } = viewer
    const refusals: (Refusal | null)[] = []
    for (const change of changes)
      refusals.push(
        (await setClient(tx, viewer, { change, accountId, isNew: true })) ??
          (viewer.isDriver
            ? await refuseManyOfDriver(tx, viewer.userId)
            : change.client_id == null
              ? refuse('value.required', { field: 'client' })
              : null),
      )
    return refusals
  },
  prepareChange: (tx, viewer, { change, accountId }) =>
    setClient(tx, viewer, { change, accountId, isNew: false }),
}

/** Sets the column of the client; returns a refusal if it cannot be that of the car. */
async function setClient(
  tx: Tx,
  viewer: Viewer,
  { change, ...of }: { change: Record<string, unknown>; accountId: string; isNew: boolean },
): Promise<Refusal | null> {
  // drivers cannot assign a client; a car of those without one has none
  if (viewer.isDriver && viewer.clientId === null)
    return change.client_id === undefined ? null : refuse('client.not_found', { field: 'client' })
  const column = await clientColumn(tx, viewer, { ...of, client: change.client_id as Body['client'] })
  if (isRefusal(column)) return column
  Object.assign(change, column)
  return null
}
