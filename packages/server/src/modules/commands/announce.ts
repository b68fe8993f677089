import type { Hint } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'

/** Ids in one hint; more are sent as "many" (contract, live.ts). */
const maxIds = 50

interface Changed {
  id: string
  accountId: string
  stationId: string
}

/** Returns the hints for changed commands, one per account; with the station if there is only one. */
export function commandHints(commands: readonly Changed[]): BusEvent[] {
  const byAccount = new Map<string, Changed[]>()
  for (const command of commands)
    byAccount.set(command.accountId, [...(byAccount.get(command.accountId) ?? []), command])
  return [...byAccount].map(([account, changed]) => {
    const hint: Hint = { kind: 'command.changed' }
    if (changed.every((command) => command.stationId === changed[0]!.stationId))
      hint.station = changed[0]!.stationId
    if (changed.length <= maxIds) hint.ids = changed.map((command) => command.id)
    return { kind: 'hint', account, hint }
  })
}

export const hintEvents = (account: string, hints: readonly Hint[]): BusEvent[] =>
  hints.map((hint) => ({ kind: 'hint', account, hint }))

/**
 * Returns events that the stations are ready for their next command, for the processes that hold their
 * connections.
 */
export const nextEvents = (stationIds: readonly string[]): BusEvent[] =>
  stationIds.map((station) => ({ kind: 'command.queued', station }))

/** Returns the hints for consoles that show the activity of the accounts of commands. */
export const activityHints = (commands: readonly Changed[]): BusEvent[] =>
  [...new Set(commands.map(({ accountId }) => accountId))].flatMap((account) =>
    hintEvents(account, [{ kind: 'activity.added' }]),
  )

/** Returns the events for waiting callers and consoles about commands that have ended. */
export const endEvents = (commands: readonly Changed[]): BusEvent[] => [
  ...commandHints(commands),
  ...commands.map(({ id, stationId }) => ({
    kind: 'command.ended' as const,
    command: id,
    station: stationId,
  })),
]
