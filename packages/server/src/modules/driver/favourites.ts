import type { AnswerOf, BodyOf, driverFavouriteSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { deleteFavourites, insertFavourite, refuseManyFavourites } from './favourite-store.ts'
import type { ConnectorRow } from './place-store.ts'
import { type DriverDeps, findConnectors } from './places.ts'

type Answer = AnswerOf<typeof driverFavouriteSet>

const notFound = refuse('driver.place_not_found', { field: 'id' })

/** Adds a place to the favourites of the caller, or removes it; a repeated request changes nothing. */
export async function setFavourite(
  deps: DriverDeps,
  viewer: Viewer,
  { id, favourite }: BodyOf<typeof driverFavouriteSet>,
): Promise<Answer | Refusal> {
  const { rows } = await findConnectors(deps, viewer, { id })
  return outsideTenant(() =>
    favourite ? addFavourite(deps, viewer, rows[0]) : removeFavourite(deps, viewer, { id, rows }),
  )
}

async function addFavourite(
  { db, clock }: DriverDeps,
  { userId }: Viewer,
  found: ConnectorRow | undefined,
): Promise<Answer | Refusal> {
  if (!found) return notFound
  const { accountId, placeId, isFavourite } = found
  if (isFavourite) return { favourite: true }
  const refusal = await inTransaction(
    db,
    async (tx) => {
      const isFull = await refuseManyFavourites(tx, userId)
      if (isFull) return isFull
      await insertFavourite(tx, {
        user_id: userId,
        place_id: placeId,
        account_id: accountId,
        created_at: clock.now(),
      })
      return null
    },
    { rollsBack: isRefusal },
  )
  return refusal ?? { favourite: true }
}

/** Removes a place, also one that the caller can no longer see. */
async function removeFavourite(
  { db }: DriverDeps,
  { userId }: Viewer,
  { id, rows }: { id: string; rows: readonly ConnectorRow[] },
): Promise<Answer | Refusal> {
  const placeIds = [id, ...rows.flatMap(({ placeId, stationId }) => [placeId, stationId])]
  const deleted = await deleteFavourites(db, { userId, placeIds: [...new Set(placeIds)] })
  return deleted === 0 && rows.length === 0 ? notFound : { favourite: false }
}
