import type { TariffDefinition } from '@stationmaster/contract'
import type { Tx } from '../../storage/transaction.ts'
import { tariffOfSession } from '../tariffs/index.ts'

/** Tariff of a session as it was selected first: it does not change afterwards. */
export interface SessionPrices {
  versionId: string
  definition: TariffDefinition
  /** Client at the start of the session; null if its card had none. */
  clientId: string | null
}

/** Returns the tariffs of sessions by their ids; a session to which none applies is absent. */
export async function pricesOfSessions(
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, SessionPrices>> {
  const tariffs = await tariffOfSession(tx, ids, now)
  return new Map(
    [...tariffs].flatMap(([id, { versionId, definition, clientId }]) =>
      versionId === null || definition === null ? [] : [[id, { versionId, definition, clientId }] as const],
    ),
  )
}
