import type { BodyOf, tariffVersionActivate } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { isTimeZone } from '../../shared/request-fields.ts'
import type { Db } from '../../storage/transaction.ts'
import { startOfDay, type Validity } from './version-store.ts'

type Days = Pick<BodyOf<typeof tariffVersionActivate>, 'validfrom' | 'lastday' | 'timezone'>

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** Returns the period of a first and a last day. A first day that has begun means from now on. */
export async function validityOf(
  db: Db,
  { validfrom, lastday, timezone = 'UTC' }: Days,
  now: Date,
): Promise<Validity | Refusal> {
  if (!isTimeZone(timezone)) return refuse('value.time_zone_unknown', { field: 'timezone' })
  const startOf = (day: string) => startOfDay(db, day, timezone)
  let from = now
  if (validfrom !== undefined) {
    if ((await startOf(dayAfter(validfrom))) <= now)
      return refuse('value.time_passed', { field: 'validfrom' })
    const start = await startOf(validfrom)
    if (start > now) from = start
  }
  const to = lastday == null ? null : await startOf(dayAfter(lastday))
  if (to !== null && to <= from) return refuse('period.end_before_start', { field: 'lastday' })
  return { from, to }
}
