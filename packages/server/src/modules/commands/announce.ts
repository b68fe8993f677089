import type { Hint } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'

/** Ids of one hint; more are "many" (contract, live.ts). */
const mostIds = 50

interface Changed {
  id: string
  accountId: string
  stationId: string
}

/** The hints that commands changed, one per account; with the station where it is only one. */
export function commandHints(commands: readonly Changed[]): BusEvent[] {
  const byAccount = new Map<string, Changed[]>()
  for (const command of commands)
    byAccount.set(command.accountId, [...(byAccount.get(command.accountId) ?? []), command])
  return [...byAccount].map(([account, changed]) => {
    const hint: Hint = { kind: 'command.changed' }
    if (changed.every((command) => command.stationId === changed[0]!.stationId))
      hint.station = changed[0]!.stationId
    if (changed.length <= mostIds) hint.ids = changed.map((command) => command.id)
    return { kind: 'hint', account, hint }
  })
}

export const hintEvents = (account: string, hints: readonly Hint[]): BusEvent[] =>
  hints.map((hint) => ({ kind: 'hint', account, hint }))

/** These stations are free for their next command: the processes that hold them may fetch it. */
export const nextEvents = (stationIds: readonly string[]): BusEvent[] =>
  stationIds.map((station) => ({ kind: 'command.queued', station }))

/** What the waiting callers and the consoles hear of commands that have ended. */
export const endEvents = (commands: readonly Changed[]): BusEvent[] => [
  ...commandHints(commands),
  ...commands.map(({ id, stationId }) => ({
    kind: 'command.ended' as const,
    command: id,
    station: stationId,
  })),
]
