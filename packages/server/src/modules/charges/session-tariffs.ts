import { currencyDigits, type TariffDefinition } from '@stationmaster/contract'
import { decimalOf } from '../../shared/money.ts'
import type { Tx } from '../../storage/transaction.ts'
import { tariffOfSession } from '../tariffs/index.ts'
import { reservedAmounts } from './reserved-store.ts'

/** Tariff of a session as it was selected first: it does not change afterwards. */
export interface SessionPrices {
  versionId: string
  definition: TariffDefinition
  /** Client at the start of the session; null if its card had none. */
  clientId: string | null
}

/**
 * Returns the tariffs of sessions by their ids; a session to which none applies is absent. Guests pay at most what they have
 * reserved, whatever the station delivers until it stops.
 */
export async function pricesOfSessions(
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, SessionPrices>> {
  const tariffs = await tariffOfSession(tx, ids, now)
  const reserved = await reservedAmounts(tx, ids)
  return new Map(
    [...tariffs].flatMap(([id, { versionId, definition, clientId }]) =>
      versionId === null || definition === null
        ? []
        : [[id, { versionId, definition: limitedTo(definition, reserved.get(id)), clientId }] as const],
    ),
  )
}

/** Returns a tariff with a maximum in minor units, unless its own is lower. */
export function limitedTo(definition: TariffDefinition, mostMinor: number | undefined): TariffDefinition {
  if (mostMinor === undefined) return definition
  const { currency, max_price } = definition
  const own = max_price === undefined ? null : Number(max_price) * 10 ** (currencyDigits(currency) ?? 2)
  return own !== null && own <= mostMinor
    ? definition
    : { ...definition, max_price: decimalOf(mostMinor, currency) }
}
