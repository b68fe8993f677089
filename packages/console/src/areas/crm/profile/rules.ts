import type { AnswerOf, accountGet, accountSet, BodyOf } from '@stationmaster/contract'

export type Rules = Pick<
  AnswerOf<typeof accountGet>,
  'bootpolicy' | 'maxtransactions' | 'askonboot' | 'heartbeat'
>

/** What the server takes; seconds between heartbeats, and sessions at once. */
export const limits = {
  heartbeat: { min: 10, max: 86_400 },
  maxtransactions: { min: 0, max: 1_000 },
} as const

export const rulesOf = ({ bootpolicy, maxtransactions, askonboot, heartbeat }: Rules): Rules => ({
  bootpolicy,
  maxtransactions,
  askonboot,
  heartbeat,
})

/** The rules that differ from what is stored, for `/account/own/set`; null when none does. */
export function changesOf(account: Rules, rules: Rules): BodyOf<typeof accountSet> | null {
  const stored = rulesOf(account)
  const names = Object.keys(stored) as (keyof Rules)[] // the keys of an object made here
  const changed = names.filter((name) => rules[name] !== stored[name])
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, rules[name]]))
}

/** Seconds between which the interval told to a station lies: they are spread by a fifth. */
export const beatSpan = (seconds: number): { from: number; to: number } => ({
  from: Math.round(seconds * 0.8),
  to: Math.round(seconds * 1.2),
})

const strictness = { accept: 0, wait: 1, reject: 2 } as const

/**
 * What a new boot policy changes for stations there are: `wait` and `reject` keep some from charging that charge
 * today, `accept` lets in those that waited. Null where nobody gains or loses what they have.
 */
export function effectOf(account: Rules, { bootpolicy }: Rules): Rules['bootpolicy'] | null {
  if (strictness[bootpolicy] > strictness[account.bootpolicy]) return bootpolicy
  return bootpolicy === 'accept' && account.bootpolicy !== 'accept' ? 'accept' : null
}
