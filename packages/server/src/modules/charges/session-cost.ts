import type { AnswerOf, ratingGet, ratingRecompute, sessionCost } from '@stationmaster/contract'
import { decimalText } from '../../shared/money.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'
import { chargesOf, type NewCharge } from './charge.ts'
import { engineOf } from './engines.ts'
import { thawInput } from './frozen-input.ts'
import { amountsOf, type Rated } from './rate-session.ts'
import { shownIdleFee } from './idle-fee.ts'
import type { RunningCosts } from './running-cost.ts'
import {
  chargesOfRating,
  findCostState,
  findRating,
  ratingsOfSession,
  type ShownRating,
  type StoredCost,
  type VisibleSessions,
} from './session-cost-store.ts'
import { seesPrice } from './sees-price.ts'
import { failedAfter } from './session-price-store.ts'
import { findTariffName } from './tariff-name-store.ts'

type Cost = AnswerOf<typeof sessionCost>
type Line = Cost['lines'][number]

export interface CostDeps extends Pick<ModuleContext, 'db' | 'clock'>, VisibleSessions {
  running: RunningCosts
}

const lineOf = (charge: NewCharge, digits: number): Line => ({
  servicecode: charge.service,
  volume: charge.quantity,
  unit: charge.unit,
  price: charge.price,
  amount: decimalText(charge.amountMinor, digits),
  taxrate: charge.taxBp,
  parts: charge.parts,
})

const nothing: Omit<Cost, 'id' | 'pricestate'> = {
  holdreason: null,
  cost: null,
  net: null,
  tax: null,
  currency: null,
  taxincluded: true,
  sofar: false,
  date: null,
  tariffversion: null,
  tariffname: null,
  rating: null,
  revision: null,
  flags: [],
  lines: [],
  proposal: null,
  error: null,
  idlefee: null,
}

const amountsShown = (of: Pick<Rated, 'netMinor' | 'taxMinor' | 'grossMinor' | 'digits'>) => ({
  cost: decimalText(of.grossMinor, of.digits),
  net: decimalText(of.netMinor, of.digits),
  tax: decimalText(of.taxMinor, of.digits),
})

/** Returns the cost of a session: so far while it can rise, otherwise as it was rated. */
export async function costOfSession(deps: CostDeps, viewer: Viewer, id: string): Promise<Cost | Refusal> {
  const state = await findCostState(deps, viewer, id)
  if (!state) return refuse('transaction.not_found', { field: 'id' })
  if (state.state === 'running')
    return (await costSoFar(deps, viewer, id)) ?? { ...nothing, id, pricestate: null, sofar: true }
  const stored = await storedCost(deps, viewer, { id, state })
  // users of a client do not see what waits
  if (stored.rating !== null || state.state !== 'finished') return stored
  const soFar = await costSoFar(deps, viewer, id)
  return soFar ? { ...soFar, pricestate: 'waiting' } : stored
}

/** Returns the cost so far of a session that can still rise; null if it cannot, or if the viewer does not see it. */
async function costSoFar({ db, running }: CostDeps, viewer: Viewer, id: string): Promise<Cost | null> {
  const cost = (await running.of([id])).get(id)
  if (!cost || !seesPrice(viewer, cost.rated.session.clientId)) return null
  const { rated, at, idleFee } = cost
  return {
    ...nothing,
    id,
    pricestate: 'running',
    sofar: true,
    date: at.toISOString(),
    holdreason: rated.holdReason,
    flags: [...rated.flags],
    idlefee: shownIdleFee(idleFee),
    ...(rated.currency !== null && {
      ...amountsShown(rated),
      currency: rated.currency,
      taxincluded: rated.isTaxIncluded,
      tariffversion: rated.tariff?.versionId ?? null,
      tariffname: rated.tariff && (await findTariffName(db, rated.tariff.versionId)),
      lines: rated.charges.map((charge) => lineOf(charge, rated.digits)),
    }),
  }
}

async function storedCost(
  { db }: CostDeps,
  viewer: Viewer,
  { id, state }: { id: string; state: StoredCost },
): Promise<Cost> {
  const { current, proposed } = await ratingsOfSession(db, viewer, id)
  const { isWaiting, hasJustEnded, attempts, error } = state
  const waits = attempts >= failedAfter ? 'failed' : 'waiting'
  const proposal = proposed && (await proposalOf(db, proposed))
  if (!current)
    return { ...nothing, id, pricestate: isWaiting || hasJustEnded ? waits : null, proposal, error: null }
  const priced = await pricedAgain(current)
  return {
    ...nothing,
    id,
    pricestate: isWaiting ? waits : current.holdReason === null ? 'rated' : 'held',
    holdreason: current.holdReason as Cost['holdreason'], // the table checks it
    date: current.createdAt.toISOString(),
    tariffversion: current.tariffVersionId,
    tariffname: current.tariffName,
    rating: current.id,
    revision: current.revision,
    flags: current.flags,
    ...(current.currency !== null && {
      ...amountsShown(current),
      currency: current.currency,
      taxincluded: priced.isTaxIncluded,
      lines: priced.charges.map((charge) => lineOf(charge, current.digits)),
    }),
    proposal,
    error: viewer.isDriver ? null : error,
  }
}

async function proposalOf(db: CostDeps['db'], rating: ShownRating): Promise<NonNullable<Cost['proposal']>> {
  const [first] = await chargesOfRating(db, rating.id)
  return {
    rating: rating.id,
    charge: first?.id ?? null,
    cost: decimalText(rating.grossMinor, rating.digits),
    created: rating.createdAt.toISOString(),
  }
}

/** Computes a stored rating again, with its engine and its input. */
async function pricedAgain(rating: ShownRating) {
  const { input, isIntact } = thawInput(rating)
  const { tariff } = input
  if (!tariff)
    return { input, isIntact, isTaxIncluded: true, charges: [] as NewCharge[], amounts: null, flags: [] }
  const result = engineOf(rating.engine)({ ...input, tariff })
  const isTaxIncluded = tariff.tax_included === 'YES'
  return {
    input,
    isIntact,
    isTaxIncluded,
    charges: chargesOf(tariff, result.charges),
    amounts: amountsOf(result.charges, tariff),
    flags: result.flags,
  }
}

/** Computes a rating again, and compares it with what is stored. */
export async function recompute(
  deps: Pick<ModuleContext, 'db' | 'clock'>,
  rating: ShownRating,
): Promise<AnswerOf<typeof ratingRecompute>> {
  const again = await pricedAgain(rating)
  const stored = (await chargesOfRating(deps.db, rating.id)).filter(({ isReversal }) => !isReversal)
  const isBooked = rating.holdReason === null || rating.holdReason === 'proposed'
  const hasSameCharges = !isBooked || textOf(stored) === textOf(again.charges)
  const amounts = again.amounts ?? { netMinor: 0, taxMinor: 0, grossMinor: 0 }
  const hasSameAmounts =
    amounts.netMinor === rating.netMinor &&
    amounts.taxMinor === rating.taxMinor &&
    amounts.grossMinor === rating.grossMinor
  const shown = (minor: number) => (rating.currency === null ? null : decimalText(minor, rating.digits))
  return {
    equal: again.isIntact && hasSameAmounts && hasSameCharges,
    engine: rating.engine,
    hash: rating.sha256.toString('hex'),
    intact: again.isIntact,
    stored: shown(rating.grossMinor),
    computed: shown(amounts.grossMinor),
    currency: rating.currency,
    date: deps.clock.now().toISOString(),
  }
}

const textOf = (
  charges: readonly Pick<NewCharge, 'service' | 'taxBp' | 'quantity' | 'amountMinor'>[],
): string =>
  charges
    .map(({ service, taxBp, quantity, amountMinor }) => [service, taxBp, quantity, amountMinor].join(' '))
    .sort()
    .join('\n')

/** Readings that are shown of a price. */
const maxShown = 1_000

/** Returns input and result of a rating. */
export async function explainRating(rating: ShownRating): Promise<AnswerOf<typeof ratingGet>> {
  const again = await pricedAgain(rating)
  const { session, offsets } = again.input
  const startedAt = session?.startedAt ?? 0
  const offset = offsets.findLast(([from]) => from <= startedAt) ?? offsets[0]
  const hasCurrency = rating.currency !== null
  const { cost: gross, net, tax } = amountsShown(rating)
  return {
    id: rating.id,
    session: rating.sessionId,
    revision: rating.revision,
    created: rating.createdAt.toISOString(),
    engine: rating.engine,
    hash: rating.sha256.toString('hex'),
    currency: rating.currency,
    net: hasCurrency ? net : null,
    tax: hasCurrency ? tax : null,
    gross: hasCurrency ? gross : null,
    taxincluded: again.isTaxIncluded,
    flags: rating.flags,
    holdreason: rating.holdReason as AnswerOf<typeof ratingGet>['holdreason'], // the table checks it
    tariffversion: rating.tariffVersionId,
    tariffname: rating.tariffName,
    utcoffset: offset?.[1] ?? 0,
    timestrusted: session?.timesTrusted ?? true,
    readings: readingsOf(again.input),
    lines: again.charges.map((charge) => lineOf(charge, rating.digits)),
  }
}

type Reading = AnswerOf<typeof ratingGet>['readings'][number]

function readingsOf({ session }: Awaited<ReturnType<typeof pricedAgain>>['input']): Reading[] {
  if (!session) return []
  const { startedAt, stoppedAt, meterStartWh, meterStopWh, samples } = session
  const reading = (ms: number, wh: number, kind: Reading['kind']): Reading => ({
    date: new Date(ms).toISOString(),
    wh,
    kind,
  })
  const inside = samples.filter(([ms]) => ms > startedAt && (stoppedAt === null || ms < stoppedAt))
  const step = Math.ceil(inside.length / (maxShown - 2))
  return [
    reading(startedAt, meterStartWh, 'start'),
    ...inside.filter((_, index) => index % step === 0).map(([ms, wh]) => reading(ms, wh, 'reading')),
    ...(stoppedAt === null || meterStopWh === null ? [] : [reading(stoppedAt, meterStopWh, 'stop')]),
  ]
}

/** Returns a rating that the viewer may see, or the refusal. */
export const ratingOf = async (
  deps: Pick<ModuleContext, 'db'> & VisibleSessions,
  viewer: Viewer,
  id: string,
): Promise<ShownRating | Refusal> =>
  (await findRating(deps, viewer, id)) ?? refuse('rating.not_found', { field: 'id' })
