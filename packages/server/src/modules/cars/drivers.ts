import type { AnswerOf, BodyOf, carDriverAdd, carDriverDelete, carDriverList } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { withUniformDuration } from '../../shared/uniform-duration.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { findRow } from '../business-objects/index.ts'
import type { ModuleContext } from '../module.ts'
import { notifyUser } from '../notices/index.ts'
import type { Methods } from '../workflow/index.ts'
import { carChanged, carClass } from './car.ts'
import {
  deleteDriver,
  deleteOwnEntries,
  findPerson,
  insertDriver,
  isAddress,
  isOwner,
  mayChargeCar,
  readChargeableCars,
  readDrivers,
  refuseManyDrivers,
} from './driver-store.ts'
import { carNoticeText } from './notice-text.ts'

export interface CarDriverDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  methods: Methods
}

type Done = AnswerOf<typeof carDriverAdd>

const missing = carClass.missing

/** Returns the persons who may charge a car that the viewer may see; drivers see who is listed, and not who has an account. */
export async function listDrivers(
  { db }: CarDriverDeps,
  viewer: Viewer,
  { id }: BodyOf<typeof carDriverList>,
): Promise<AnswerOf<typeof carDriverList> | Refusal> {
  const car = await findRow(db, viewer, { of: carClass.stored, id, isLocked: false })
  if (!car) return missing
  const drivers = await readDrivers(db, id)
  return drivers.map(({ createdAt, username, ...driver }) => ({
    ...driver,
    created: createdAt.toISOString(),
    username: viewer.isDriver ? null : username,
  }))
}

/**
 * Permits a person to charge a car. Answer, duration and hints are the same whether or not such a user exists. An entry with a
 * user name is for the user who has it now: any other one could choose the name later.
 */
export const addDriver = (
  deps: CarDriverDeps,
  viewer: Viewer,
  { id, name }: BodyOf<typeof carDriverAdd>,
): Promise<Done | Refusal> =>
  withUniformDuration(async () => {
    const entry = { id: newId(deps.clock.now().getTime()), name: name.trim() }
    if (entry.name === '') return refuse('value.required', { field: 'name' })
    return changeDrivers(deps, viewer, { id, work: (tx, car) => addEntry(deps, tx, { viewer, car, entry }) })
  })

interface Adding {
  viewer: Viewer
  car: Car
  entry: { id: string; name: string }
}

async function addEntry(
  { bus, clock }: CarDriverDeps,
  tx: Tx,
  { viewer, car, entry: { id, name } }: Adding,
): Promise<Refusal | null> {
  const { id: carId, accountId, name: plate } = car
  if (await isOwner(tx, { carId, name })) return refuse('car.driver_is_owner', { field: 'name' })
  const full = await refuseManyDrivers(tx, carId)
  if (full) return full
  const person = await findPerson(tx, { carId, name })
  const now = clock.now()
  const isAdded = await insertDriver(tx, {
    id,
    account_id: accountId,
    car_id: carId,
    name,
    user_id: isAddress(name) ? null : (person?.id ?? null),
    created_at: now,
  })
  if (!isAdded) return null
  await recordEntry(tx, viewer, { car, after: { entry: id, driver: person?.id ?? null } })
  if (!person) {
    // as for a notice: hints of the account must not reveal that the person exists
    await bus.publish(tx, [{ kind: 'hint', account: accountId, hint: { kind: 'notice.changed' } }])
    return null
  }
  const notice = {
    severity: 'info' as const,
    text: carNoticeText(plate, person.locale),
    classCode: 'car',
    objectId: carId,
    label: plate,
    now,
  }
  await notifyUser({ tx, bus }, { id: person.id, accountId, isMailed: true }, [notice])
  return null
}

/** Ends the right of a person to charge a car; a running session continues. */
export const removeDriver = (
  deps: CarDriverDeps,
  viewer: Viewer,
  { id, driver }: BodyOf<typeof carDriverDelete>,
): Promise<Done | Refusal> =>
  changeDrivers(deps, viewer, {
    id,
    work: async (tx, car) => {
      const deleted = await deleteDriver(tx, { id: driver, carId: car.id })
      if (!deleted) return refuse('car.driver_not_found', { field: 'driver' })
      await recordEntry(tx, viewer, { car, before: { entry: driver, driver: deleted.user_id } })
      return null
    },
  })

interface Car {
  id: string
  accountId: string
  /** Number plate. */
  name: string
}

/** Changes who may charge a car, as a change of the car. */
async function changeDrivers(
  { methods }: CarDriverDeps,
  viewer: Viewer,
  { id, work }: { id: string; work: (tx: Tx, car: Car) => Promise<Refusal | null> },
): Promise<Done | Refusal> {
  const done = await methods.change<Done>(viewer, {
    classCode: 'car',
    id,
    action: 'update',
    work: async (tx) => {
      const car = await findRow(tx, viewer, { of: carClass.stored, id })
      if (!car || car.state === 'deleted') return missing
      return (await work(tx, car)) ?? { result: true }
    },
  })
  return isRefusal(done) ? done : { result: true }
}

/** Records an entry in the audit trail: by its id and its user, because a name can be the address of any person. */
const recordEntry = (
  tx: Tx,
  viewer: Viewer,
  { car, ...change }: { car: Car; before?: object; after?: object },
): Promise<void> =>
  recordChange(tx, viewer, {
    accountId: car.accountId,
    classCode: 'car',
    objectId: car.id,
    label: car.name,
    action: 'update',
    ...(change as { before?: Record<string, unknown>; after?: Record<string, unknown> }),
  })

/** Gives up the viewer's right to charge a car of another person. */
export async function leaveCar({ db, bus }: CarDriverDeps, viewer: Viewer, carId: string): Promise<Done> {
  // drivers see no cars of others; the query selects their own entries
  await outsideTenant(() =>
    inTransaction(db, async (tx) => {
      const left = await deleteOwnEntries(tx, { carId, userId: viewer.userId })
      if (!left) return
      const { ids, accountId, identity: name } = left
      for (const entry of ids)
        await recordEntry(tx, viewer, {
          car: { id: carId, accountId, name },
          before: { entry, driver: viewer.userId },
        })
      await bus.publish(tx, carChanged(accountId, carId))
    }),
  )
  return { result: true }
}

/** Returns the cars that the viewer may charge. */
export async function listChargeableCars({ db }: Pick<CarDriverDeps, 'db'>, { userId }: Viewer) {
  const cars = await outsideTenant(() => readChargeableCars(db, userId))
  return cars.map(({ isOwn, sharedBy, drivers, lastUsed, ...car }) => ({
    ...car,
    own: isOwn,
    sharedby: isOwn ? null : sharedBy,
    drivers: isOwn ? drivers : null,
    lastused: lastUsed?.toISOString() ?? null,
  }))
}

/** Returns why the viewer cannot start a session of a car; null if they may charge it. */
export async function refusalOfCar(
  { db }: Pick<CarDriverDeps, 'db'>,
  { userId }: Viewer,
  carId: string,
): Promise<Refusal | null> {
  const isAllowed = await outsideTenant(() => mayChargeCar(db, { userId, carId }))
  return isAllowed ? null : refuse('driver.car_not_allowed', { field: 'car' })
}
