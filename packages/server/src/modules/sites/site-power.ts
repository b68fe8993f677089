import {
  type AnswerOf,
  type BodyOf,
  maxSitePowerDays,
  type sitePower,
  sitePowerStepMs,
} from '@stationmaster/contract'
import type { Clock } from '../../shared/clock.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Db } from '../../storage/transaction.ts'
import { powerOf } from './power-store.ts'

const dayMs = 86_400_000

/** Returns the power of a site that the viewer may see. */
export async function readSitePower(
  { db, clock }: { db: Db; clock: Clock },
  { id, ...period }: BodyOf<typeof sitePower>,
): Promise<AnswerOf<typeof sitePower> | Refusal> {
  const to = quarterBefore(period.to ?? clock.now())
  const from = quarterBefore(period.from ?? to.getTime() - dayMs)
  if (to <= from) return refuse('period.end_before_start', { field: 'to' })
  if (to.getTime() - from.getTime() > maxSitePowerDays * dayMs)
    return refuse('period.too_long', { days: maxSitePowerDays, field: 'from' })
  const parts = await powerOf(db, id, { from, to, stepMs: sitePowerStepMs })
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    at: parts.map(({ at }) => at),
    power: parts.map(({ power }) => power),
  }
}

const quarterBefore = (time: Date | string | number): Date =>
  new Date(Math.floor(new Date(time).getTime() / sitePowerStepMs) * sitePowerStepMs)
