import { visitorScope } from '../driver/index.ts'
import { countSigned, listSigned, locationOf } from '../meter-values/index.ts'
import type { GuestChargeRow, GuestSessionRow } from './charge-store.ts'
import type { GuestDeps } from './deps.ts'

type Deps = Pick<GuestDeps, 'db' | 'clock'>

/** Returns the number of signed values of a session that has ended, otherwise 0. */
export const countOfEnded = async ({ db, clock }: Deps, session: GuestSessionRow | null): Promise<number> =>
  session === null || session.state === 'running' ? 0 : countSigned(db, samplesOf(session, clock.now()))

/** Returns the signed values of the session of a guest, unchanged, with the key of the meter. */
export async function listOfSession(
  { db, clock }: Deps,
  { accountId, session }: Pick<GuestChargeRow, 'accountId'> & { session: GuestSessionRow },
) {
  const found = await listSigned({ db, scope: visitorScope(accountId) }, samplesOf(session, clock.now()))
  return 'refusal' in found
    ? found
    : found.map(({ context, value, publickey }) => ({ context, value, publickey }))
}

const samplesOf = ({ startedAt, stoppedAt, ...session }: GuestSessionRow, now: Date) =>
  locationOf(
    {
      ...session,
      startedAt: new Date(startedAt),
      stoppedAt: stoppedAt === null ? null : new Date(stoppedAt),
    },
    now,
  )
