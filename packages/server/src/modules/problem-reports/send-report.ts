import { type AnswerOf, type BodyOf, type driverReportSend, problemLimits } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { type DriverDeps, findConnectors } from '../driver/index.ts'
import {
  countSince,
  insertReport,
  placeOfSession,
  refuseOpen,
  type ReportPlace,
  reportsOfUser,
  userOfReport,
} from './store.ts'

type Body = BodyOf<typeof driverReportSend>
type Shown = AnswerOf<typeof driverReportSend>

const hourMs = 3_600_000
const notFound = refuse('driver.report_not_found', { field: 'id' })

/** Stores a report of the viewer once; a repeated request returns the first one. */
export const sendReport = (deps: DriverDeps, viewer: Viewer, body: Body): Promise<Shown | Refusal> =>
  outsideTenant(async () => {
    const place = await placeOf(deps, viewer, body)
    if (isRefusal(place)) return place
    const refusal = await storeReport(deps, { ...place, userId: viewer.userId }, body)
    if (refusal) return refusal
    return (await reportsOfUser(deps.db, viewer.userId, body.id))[0] ?? notFound
  })

/** Returns where the problem is: at a connector that the viewer may use, or in a session that they may see. */
async function placeOf(
  deps: DriverDeps,
  viewer: Viewer,
  { connector, session }: Body,
): Promise<ReportPlace | Refusal> {
  if ((connector === undefined) === (session === undefined))
    return refuse('driver.report_place_missing', { field: 'connector' })
  if (session !== undefined)
    return (
      (await placeOfSession(deps.db, viewer, session)) ??
      refuse('transaction.not_found', { field: 'session' })
    )
  const { rows } = await findConnectors(deps, viewer, { connector: connector! })
  const [found] = rows
  if (!found) return refuse('driver.not_authorized', { field: 'connector' })
  const { accountId, stationId, id: evseId } = found
  return { accountId, stationId, evseId, transactionId: null }
}

/**
 * Stores a report about a place that the caller may use; null if it is stored, now or before.
 * @param place.userId null: a guest, whose requests the caller limits
 */
export function storeReport(
  { db, clock }: Pick<DriverDeps, 'db' | 'clock'>,
  place: ReportPlace & { userId: string | null },
  { id, category, text }: Pick<Body, 'id' | 'category' | 'text'>,
): Promise<Refusal | null> {
  return inTransaction(
    db,
    async (tx) => {
      const now = clock.now()
      const { userId, accountId } = place
      const sent = userId === null ? 0 : await countSince(tx, userId, new Date(now.getTime() - hourMs))
      const known = await userOfReport(tx, id)
      if (known !== undefined) return known === userId ? null : notFound
      const { perHour: limit } = problemLimits
      if (sent >= limit) return refuse('driver.reports_too_many', { limit, retryAfterSeconds: 3_600 })
      const refusal = await refuseOpen(tx, accountId)
      if (refusal) return refusal
      await insertReport(tx, {
        id,
        user_id: userId,
        account_id: accountId,
        station_id: place.stationId,
        evse_id: place.evseId,
        transaction_id: place.transactionId,
        category,
        text: text?.trim() || null,
        created_at: now,
      })
      return null
    },
    { rollsBack: isRefusal },
  )
}
