import type { AnswerOf, driverChargeEnd } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { costPartsOf, type RunningCosts } from '../charges/index.ts'
import type { ModuleContext } from '../module.ts'
import { readSession } from './charge-store.ts'
import { endAtLimit } from './time-left.ts'
import { readSessionProgress } from './time-left-store.ts'

export interface EndDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  running: Pick<RunningCosts, 'of'>
}

/** Returns about when a session that the viewer may see reaches the limit of its driver. */
export async function shownEnd(
  { db, clock, running }: EndDeps,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof driverChargeEnd> | Refusal> {
  if (!(await readSession(db, viewer, id))) return refuse('transaction.not_found', { field: 'session' })
  const now = clock.now()
  const progress = await outsideTenant(() => readSessionProgress(db, id, now))
  if (progress?.limitKind == null) return { ends: null }
  const found = progress.limitKind === 'cost' ? (await running.of([id])).get(id) : undefined
  const cost = found ? costPartsOf(found.rated) : null
  return { ends: endAtLimit({ ...progress, cost }, now)?.toISOString() ?? null }
}
