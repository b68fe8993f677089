import type { TariffMode, TariffReason } from '@stationmaster/contract'

/** A version that can apply to sessions, with what it is limited to; null: not limited. */
export interface Candidate {
  versionId: string
  tariffId: string
  type: string
  clientId: string | null
  groupId: string | null
  networkId: string | null
  mode: string | null
  currency: string
  validFrom: Date
  /** Exclusive; null: open. */
  validTo: Date | null
}

/** A session as tariffs distinguish it. */
export interface TariffQuestion {
  /** Start of the session. */
  at: Date
  /** Null: without registration. */
  clientId: string | null
  groupId: string | null
  networkId: string | null
  mode: TariffMode | null
  /** Currencies in which it can be charged, the preferred one first. */
  currencies: readonly string[]
}

export interface Selected {
  candidate: Candidate
  reason: Exclude<TariffReason, 'none'>
}

/** Type of the tariffs that only sessions without a client use. */
export const adHocType = 'ad_hoc'

const isAdHoc = ({ type }: Candidate): boolean => type === adHocType

const applies = (candidate: Candidate, question: TariffQuestion): boolean =>
  candidate.validFrom <= question.at &&
  (candidate.validTo === null || question.at < candidate.validTo) &&
  (candidate.clientId === null || candidate.clientId === question.clientId) &&
  (candidate.groupId === null || candidate.groupId === question.groupId) &&
  (candidate.networkId === null || candidate.networkId === question.networkId) &&
  (candidate.mode === null || candidate.mode === question.mode) &&
  (!isAdHoc(candidate) || question.clientId === null) &&
  question.currencies.includes(candidate.currency)

/**
 * Returns the order of precedence: client, group, then all; without registration a tariff made for that; network and
 * mode, network, mode; the preferred currency.
 */
const precedence = (candidate: Candidate, { currencies }: TariffQuestion): number[] => [
  candidate.clientId !== null ? 2 : candidate.groupId !== null ? 1 : 0,
  isAdHoc(candidate) ? 1 : 0,
  (candidate.networkId !== null ? 2 : 0) + (candidate.mode !== null ? 1 : 0),
  -currencies.indexOf(candidate.currency),
]

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place])
  return index === -1 ? 0 : a[index]! - b[index]!
}

/**
 * Returns the version that applies to a session and why; null if none does. It depends only on the start of the
 * session, because the validity of a version neither begins before its activation nor ends before the time at which
 * the end is decided.
 */
export function selectTariff(candidates: readonly Candidate[], question: TariffQuestion): Selected | null {
  let best: { candidate: Candidate; rank: number[] } | null = null
  for (const candidate of candidates) {
    if (!applies(candidate, question)) continue
    const rank = precedence(candidate, question)
    const order = best ? compare(rank, best.rank) : 1
    // versions of the same precedence cannot be valid at the same time; the id decides all the same
    if (order > 0 || (order === 0 && candidate.versionId < best!.candidate.versionId))
      best = { candidate, rank }
  }
  return best && { candidate: best.candidate, reason: reasonOf(best.candidate) }
}

function reasonOf({ clientId, groupId, networkId, mode }: Candidate): Selected['reason'] {
  if (clientId !== null) return 'client'
  if (groupId !== null) return 'group'
  if (networkId !== null) return mode === null ? 'network' : 'network_mode'
  return mode === null ? 'default' : 'mode'
}

/** Charging mode as administrators define it: power in W from (inclusive) and to (exclusive). */
export interface ModeRange {
  code: TariffMode
  minPower: number | null
  maxPower: number | null
}

export interface ConnectorMode {
  mode: TariffMode | null
  from: 'connector' | 'power' | null
}

/** Returns the mode of a connector: its own, otherwise by its power; null if neither is known. */
export function modeOf(
  { mode, powerW }: { mode: string | null; powerW: number | null },
  ranges: readonly ModeRange[],
): ConnectorMode {
  const own = ranges.find(({ code }) => code === mode)
  if (own) return { mode: own.code, from: 'connector' }
  const byPower = ranges.find(
    ({ minPower, maxPower }) =>
      powerW !== null && (minPower ?? 0) <= powerW && (maxPower === null || powerW < maxPower),
  )
  return byPower ? { mode: byPower.code, from: 'power' } : { mode: null, from: null }
}
