import { freshLoginMinutes } from '@stationmaster/contract'
import type { Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { IdentityDeps } from './deps.ts'
import { proveSecrets } from './second-factor.ts'
import { setProven } from './session-store.ts'

/** Verifies the user's secrets again: for ten minutes the session counts as a fresh sign-in (H13). */
export async function proveSession(
  deps: IdentityDeps,
  viewer: Viewer,
  shown: { password: string; otp?: string },
): Promise<{ result: boolean; until: string } | Refusal> {
  const wrong = await proveSecrets(deps, viewer, {
    password: shown.password,
    code: shown.otp,
    codeField: 'otp',
  })
  if (wrong) return wrong
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await setProven(tx, viewer.session, now)
    await deps.bus.publish(tx, [{ kind: 'person.changed', user: viewer.userId }])
  })
  return { result: true, until: new Date(now.getTime() + freshLoginMinutes * 60_000).toISOString() }
}
