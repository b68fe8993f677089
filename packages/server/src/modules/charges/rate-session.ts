import { currencyDigits, type holdReasons } from '@stationmaster/contract'
import { offsetsOf, type PriceInput, type PriceResult, taxesOf } from '../tariffs/index.ts'
import type { SessionPrices } from './session-tariffs.ts'
import { chargeOf, type NewCharge } from './charge.ts'
import { currentEngine, engineOf } from './engines.ts'
import { type FrozenInput, freezeInput, type StoredInput } from './frozen-input.ts'
import { priceInputOf, type RatedSession, releasedAt } from './session-input.ts'

export type HoldReason = (typeof holdReasons)[number]

/** Amounts of a session in minor units. */
export interface Amounts {
  netMinor: number
  taxMinor: number
  grossMinor: number
}

/** Returns net, tax and gross of charges: the tax once per rate. */
export function amountsOf(charges: PriceResult['charges'], tariff: PriceInput['tariff']): Amounts {
  const { net, vat, gross } = taxesOf(charges, tariff)
  return { netMinor: net, taxMinor: vat, grossMinor: gross }
}

/** Price of a session, and why it is not charged if it is not. */
export interface Rated extends Amounts {
  session: RatedSession
  tariff: SessionPrices | null
  engine: number
  frozen: FrozenInput
  flags: readonly string[]
  holdReason: Exclude<HoldReason, 'proposed'> | null
  currency: string | null
  digits: number
  isTaxIncluded: boolean
  charges: readonly NewCharge[]
}

const dayMs = 86_400_000
/** Without a known time zone, the clock at the station is taken for UTC. */
const unknownZone = 'UTC'

const offsetsFor = ({ startedAt, stoppedAt, timeZone }: RatedSession, until: number) =>
  offsetsOf(timeZone ?? unknownZone, startedAt - dayMs, (stoppedAt ?? until) + dayMs)

const holdReasonOf = (
  { state, clientId, isDemo }: RatedSession,
  result: PriceResult | null,
): Rated['holdReason'] => {
  if (state === 'needs_review') return 'needs_review'
  if (isDemo) return 'demo'
  if (result?.hold) return 'price_held'
  if (clientId === null) return 'no_client'
  return result ? null : 'no_tariff'
}

/** Returns the price of a session up to now if it is running, otherwise of all of it. */
export function rateSession(given: RatedSession, tariff: SessionPrices | null, now: number): Rated {
  // the client of the start pays; a card without one may have got it later
  const session = { ...given, clientId: tariff?.clientId ?? given.clientId }
  const offsets = offsetsFor(session, now)
  if (!tariff) {
    const { tariff: _, ...rest } = priceInputOf(session, { tariff: noTariff, offsets, now })
    const input: StoredInput = { tariff: null, ...rest }
    return {
      session,
      tariff,
      engine: currentEngine,
      frozen: freezeInput(input),
      flags: [],
      holdReason: holdReasonOf(session, null),
      currency: null,
      digits: 2,
      isTaxIncluded: true,
      charges: [],
      netMinor: 0,
      taxMinor: 0,
      grossMinor: 0,
    }
  }
  const { definition } = tariff
  const input = priceInputOf(session, { tariff: definition, offsets, now })
  const result = engineOf(currentEngine)(input)
  const isTaxIncluded = definition.tax_included === 'YES'
  return {
    session,
    tariff,
    engine: currentEngine,
    frozen: freezeInput(input),
    flags: result.flags,
    holdReason: holdReasonOf(session, result),
    currency: definition.currency,
    digits: currencyDigits(definition.currency) ?? 2,
    isTaxIncluded,
    charges: result.charges.map((charge) => chargeOf(definition, charge)),
    ...amountsOf(result.charges, definition),
  }
}

/** Takes the place of a missing tariff until the input is complete; it is not stored. */
const noTariff: PriceInput['tariff'] = { currency: 'EUR', tax_included: 'YES', vat: 0, elements: [] }

/** Milliseconds for which the price of a session waits for the vehicle to leave, if the tariff charges until then. */
export const releaseTimeoutMs = dayMs

/** Returns the time in ms until which a price waits for the vehicle to leave; null if it need not wait. */
export function waitsUntil(session: RatedSession, tariff: SessionPrices | null, now: number): number | null {
  const { stoppedAt, state } = session
  if (tariff?.definition.idle?.until !== 'release' || stoppedAt === null || state !== 'finished') return null
  if (releasedAt(session) !== null) return null
  const until = stoppedAt + releaseTimeoutMs
  return until > now ? until : null
}
