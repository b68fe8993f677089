import type { AnswerOf, accountGet, accountSet, BodyOf } from '@stationmaster/contract'

export type Rules = Pick<
  AnswerOf<typeof accountGet>,
  | 'bootpolicy'
  | 'maxtransactions'
  | 'askonboot'
  | 'autolocallists'
  | 'heartbeat'
  | 'queueminutes'
  | 'reserveminutes'
>

/** Limits of the server: seconds between heartbeats, concurrent sessions, minutes of a turn in a queue and of a reservation. */
export const limits = {
  heartbeat: { min: 10, max: 86_400 },
  maxtransactions: { min: 0, max: 1_000 },
  queueminutes: { min: 2, max: 60 },
  reserveminutes: { min: 0, max: 60 },
} as const

export const rulesOf = ({
  bootpolicy,
  maxtransactions,
  askonboot,
  autolocallists,
  heartbeat,
  queueminutes,
  reserveminutes,
}: Rules): Rules => ({
  bootpolicy,
  maxtransactions,
  askonboot,
  autolocallists,
  heartbeat,
  queueminutes,
  reserveminutes,
})

/** Returns the rules that differ from the stored ones, for `/account/own/set`; null if none does. */
export function changesOf(account: Rules, rules: Rules): BodyOf<typeof accountSet> | null {
  const stored = rulesOf(account)
  const names = Object.keys(stored) as (keyof Rules)[] // The keys of an object created here.
  const changed = names.filter((name) => rules[name] !== stored[name])
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, rules[name]]))
}

/** Returns the range of the interval sent to stations, in seconds: intervals are spread by a fifth. */
export const heartbeatRange = (seconds: number): { from: number; to: number } => ({
  from: Math.round(seconds * 0.8),
  to: Math.round(seconds * 1.2),
})

const strictness = { accept: 0, wait: 1, reject: 2 } as const

/**
 * Returns the effect of a new boot policy on existing stations: with `wait` and `reject`, some stations that
 * can charge now no longer can; `accept` admits those that waited. Null if no station is affected.
 */
export function effectOf(account: Rules, { bootpolicy }: Rules): Rules['bootpolicy'] | null {
  if (strictness[bootpolicy] > strictness[account.bootpolicy]) return bootpolicy
  return bootpolicy === 'accept' && account.bootpolicy !== 'accept' ? 'accept' : null
}
