import { setImmediate as turn } from 'node:timers/promises'
import {
  type AnswerOf,
  type BodyOf,
  comparisonLimits,
  type ComparisonReason,
  currencyDigits,
  type tariffCompare,
} from '@stationmaster/contract'
import { dayOfMonth } from '../../shared/day-of-month.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { isTimeZone } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'
import { draftForViewer, sessionsOfDraft, startOfDay, type TariffDraft } from '../tariffs/index.ts'
import {
  type ComparedPeriod,
  type ComparedRow,
  countCompared,
  readCompared,
  type SessionPlace,
} from './compared-store.ts'
import { ComparisonSums } from './comparison-sums.ts'
import { engineOf } from './engines.ts'
import { thawInput } from './frozen-input.ts'
import { amountsOf } from './rate-session.ts'
import { reservedAmounts } from './reserved-store.ts'
import { limitedTo } from './session-tariffs.ts'

/** Sessions in one query, and prices computed before the event loop continues. */
const sessionsPerRead = 100
const pricesPerTurn = 16

/**
 * Prices sessions of a month with the draft of a tariff, from the inputs that were stored when they were charged, until
 * the limits of one request. Reads only.
 */
export async function compareTariff(
  { db }: Pick<ModuleContext, 'db'>,
  viewer: Viewer,
  { id, month, timezone = 'UTC', after }: BodyOf<typeof tariffCompare>,
): Promise<AnswerOf<typeof tariffCompare> | Refusal> {
  if (!isTimeZone(timezone)) return refuse('value.time_zone_unknown', { field: 'timezone' })
  const draft = await draftForViewer(db, viewer, id)
  if (isRefusal(draft)) return draft
  const [from, to] = [
    await startOfDay(db, `${month}-01`, timezone),
    await startOfDay(db, dayOfMonth(month, 1, 1), timezone),
  ]
  const period = { accountId: draft.tariff.account_id, from, to }
  const total = after === undefined ? await countCompared(db, period) : null
  const sums = new ComparisonSums()
  const place = await comparePart({ db, draft, period, sums }, placeOf(after))
  const { currency } = draft.definition
  return {
    number: draft.number,
    hash: draft.hash,
    currency,
    digits: currencyDigits(currency) ?? 2,
    datefrom: from.toISOString(),
    dateto: to.toISOString(),
    total,
    next: place && `${place.startedUs} ${place.id}`,
    ...sums.shown(),
  }
}

function placeOf(after: string | undefined): SessionPlace | null {
  const [startedUs, id] = after?.split(' ') ?? []
  return startedUs !== undefined && id !== undefined ? { startedUs, id } : null
}

interface Part extends Pick<ModuleContext, 'db'> {
  draft: TariffDraft
  period: ComparedPeriod
  sums: ComparisonSums
}

/** Adds sessions until the limits are reached; returns the place of the last one, null at the end of the month. */
async function comparePart(
  { db, draft, period, sums }: Part,
  first: SessionPlace | null,
): Promise<SessionPlace | null> {
  const until = performance.now() + comparisonLimits.longestMs
  let after = first
  do {
    const rows = await readCompared(db, period, { after, most: sessionsPerRead })
    const applies = await sessionsOfDraft(
      db,
      rows.map(({ id }) => id),
      draft,
    )
    // as in the session: guests pay at most what they have reserved
    const reserved = await reservedAmounts(db, [...applies])
    for (const [index, row] of rows.entries()) {
      if (index % pricesPerTurn === pricesPerTurn - 1) await turn()
      if (!applies.has(row.id)) sums.addOther()
      else sums.add(row, priceWith(draft, row, reserved.get(row.id)))
    }
    if (rows.length < sessionsPerRead) return null
    after = rows.at(-1)!
  } while (sums.read + sessionsPerRead <= comparisonLimits.sessions && performance.now() < until)
  return after
}

const leftOut: Readonly<Record<string, ComparisonReason>> = {
  needs_review: 'needs_review',
  price_held: 'needs_review',
  no_client: 'no_client',
}

/** Returns what a session costs with the draft, in minor units with tax, or why it is left out. */
function priceWith(
  draft: TariffDraft,
  row: ComparedRow,
  mostMinor: number | undefined,
): number | ComparisonReason {
  const definition = limitedTo(draft.definition, mostMinor)
  if (row.ratingId === null) return row.state === 'needs_review' ? 'needs_review' : 'not_priced'
  if (row.holdReason !== null && leftOut[row.holdReason]) return leftOut[row.holdReason]!
  if (row.currency !== null && row.currency !== definition.currency) return 'other_currency'
  const { input } = thawInput(row)
  const result = engineOf(row.engine)({ ...input, tariff: definition })
  return result.hold ? 'needs_review' : amountsOf(result.charges, definition).grossMinor
}
