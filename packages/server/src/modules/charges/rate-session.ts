import { currencyDigits, type holdReasons } from '@stationmaster/contract'
import { offsetsOf, type PriceInput, type PriceResult, taxesOf } from '../tariffs/index.ts'
import type { SessionPrices } from './session-tariffs.ts'
import { chargesOf, type NewCharge } from './charge.ts'
import { currentEngine, engineOf } from './engines.ts'
import type { FrozenInput, StoredInput } from './frozen-input.ts'
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
  session: Omit<RatedSession, 'readings' | 'states'>
  tariff: SessionPrices | null
  engine: number
  flags: readonly string[]
  holdReason: Exclude<HoldReason, 'proposed'> | null
  currency: string | null
  digits: number
  isTaxIncluded: boolean
  charges: readonly NewCharge[]
}

/** Price of a session with its input as it is stored. */
export interface FrozenRating extends Rated {
  frozen: FrozenInput
}

const dayMs = 86_400_000
/** Without a known time zone, the clock at the station is taken for UTC. */
const unknownZone = 'UTC'

const offsetsFor = ({ startedAt, stoppedAt, timeZone }: RatedSession, until: number) =>
  offsetsOf(timeZone ?? unknownZone, startedAt - dayMs, (stoppedAt ?? until) + dayMs)

const holdReasonOf = (
  { state, clientId, isDemo }: Rated['session'],
  result: PriceResult | null,
): Rated['holdReason'] => {
  if (state === 'needs_review') return 'needs_review'
  if (isDemo) return 'demo'
  if (result?.hold) return 'price_held'
  if (clientId === null) return 'no_client'
  return result ? null : 'no_tariff'
}

/** Returns a session without its readings and states, each property by its name, which takes the least time. */
const detailsOf = (session: RatedSession, clientId: string | null): Rated['session'] => ({
  id: session.id,
  number: session.number,
  accountId: session.accountId,
  stationId: session.stationId,
  label: session.label,
  clientId,
  isDemo: session.isDemo,
  hasHold: session.hasHold,
  state: session.state,
  startedAt: session.startedAt,
  stoppedAt: session.stoppedAt,
  meterStartWh: session.meterStartWh,
  meterStopWh: session.meterStopWh,
  flags: session.flags,
  maxPowerW: session.maxPowerW,
  areTimesTrusted: session.areTimesTrusted,
  timeZone: session.timeZone,
  reservation: session.reservation,
})

/** Returns the price of a session up to now if it can still rise, otherwise of all of it, and what it is computed from. */
export function rateSession(
  given: RatedSession,
  tariff: SessionPrices | null,
  now: number,
): { rated: Rated; input: StoredInput } {
  // the client of the start pays; a card without one may have got it later
  const session = detailsOf(given, tariff?.clientId ?? given.clientId)
  const offsets = offsetsFor(given, now)
  const moment = isOpen(given, tariff, now) ? { now } : {}
  if (!tariff) {
    const { tariff: _, ...rest } = priceInputOf(given, { tariff: noTariff, offsets, ...moment })
    const rated: Rated = {
      session,
      tariff,
      engine: currentEngine,
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
    return { rated, input: { tariff: null, ...rest } }
  }
  const { definition } = tariff
  const input = priceInputOf(given, { tariff: definition, offsets, ...moment })
  const result = engineOf(currentEngine)(input)
  const { netMinor, taxMinor, grossMinor } = amountsOf(result.charges, definition)
  const rated: Rated = {
    session,
    tariff,
    engine: currentEngine,
    flags: result.flags,
    holdReason: holdReasonOf(session, result),
    currency: definition.currency,
    digits: currencyDigits(definition.currency) ?? 2,
    isTaxIncluded: definition.tax_included === 'YES',
    charges: chargesOf(definition, result.charges),
    netMinor,
    taxMinor,
    grossMinor,
  }
  return { rated, input }
}

/** Takes the place of a missing tariff until the input is complete; it is not stored. */
const noTariff: PriceInput['tariff'] = { currency: 'EUR', tax_included: 'YES', vat: 0, elements: [] }

/** Milliseconds for which the price of a session waits for the vehicle to leave, if the tariff charges until then. */
export const releaseTimeoutMs = dayMs

/** Returns true if the price of a session can still rise: it is running, or its vehicle occupies the connector for a fee. */
export const isOpen = (
  session: Pick<RatedSession, 'stoppedAt' | 'state' | 'states'>,
  tariff: SessionPrices | null,
  now: number,
): boolean => session.state === 'running' || waitsUntil(session, tariff, now) !== null

/** Returns the time in ms until which a price waits for the vehicle to leave; null if it need not wait. */
export function waitsUntil(
  session: Pick<RatedSession, 'stoppedAt' | 'state' | 'states'>,
  tariff: SessionPrices | null,
  now: number,
): number | null {
  const { stoppedAt, state } = session
  if (tariff?.definition.idle?.until !== 'release' || stoppedAt === null || state !== 'finished') return null
  if (releasedAt(session) !== null) return null
  const until = stoppedAt + releaseTimeoutMs
  return until > now ? until : null
}
