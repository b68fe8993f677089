import type { Hint } from '@stationmaster/contract'
import type { SystemAction16 } from '@stationmaster/ocpp/v16'
import type { BusEvent } from '../../bus/events.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Rights, Scope } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { hintEvents } from './announce.ts'
import type { Payload } from './payload.ts'

/** On whose behalf a command is sent: a user's, or the system's for one account. */
export interface Asker {
  accountId: string
  /** Null: the system itself. */
  userId: string | null
  /** Client to whose stations the user is limited. */
  clientId: string | null
  isAdmin: boolean
  /** Code of the user's login session. */
  session?: string
  /** Correlation id of the request. */
  correlation?: string
  /** Rights of the user; absent for the system, which is not limited. */
  rights?: Pick<Rights, 'mayMethod'>
  /** Stations that rules hide from the user. */
  exceptions?: Scope['exceptions']
}

/** Returns the system as the asker of commands to stations of one account. */
export const systemAsker = (accountId: string): Asker => ({
  accountId,
  userId: null,
  clientId: null,
  isAdmin: false,
})

/** A station that a command goes to. */
export interface Addressee {
  id: string
  accountId: string
  identity: string
  isConnected: boolean
}

/** A command as its effects see it. */
export interface CommandFacts {
  id: string
  accountId: string
  stationId: string
  action: string
  /** Request with secrets masked. */
  request: Payload
  requestedBy: string | null
  createdAt: Date
}

/** A waiting command. `payload` is what is sent, secrets included. */
export interface QueuedCommand extends CommandFacts {
  payload: Payload
  /** Passed by the caller to the effects; not sent. */
  extra?: Payload
}

/**
 * End of a command. `unsent`: the station never got it. `unanswered`: unknown if the station carried it out;
 * its answer may still come, and the effect then runs a second time.
 */
export type CommandEnd =
  | { kind: 'accepted'; payload: unknown }
  | { kind: 'rejected'; payload: unknown }
  | { kind: 'failed' }
  | { kind: 'unsent' }
  | { kind: 'unanswered' }

/**
 * Effects of commands with certain actions on another subject. They run in the transaction of the command's
 * own row.
 */
export interface CommandEffect {
  actions: readonly SystemAction16[]
  /** Fills in fields that the caller left out, before validation; a list has one payload per station in order. */
  prepare?(
    asker: Asker,
    payload: Payload,
    stations: readonly Addressee[],
  ): Promise<Payload | Payload[] | Refusal>
  /** Returns the stations that cannot get this command, with the reason. */
  refusals?(payload: Payload, stationIds: readonly string[]): Promise<Map<string, Refusal>>
  /** Runs when the commands are queued. */
  queued?(tx: Tx, commands: readonly QueuedCommand[]): Promise<Hint[]>
  ended?(tx: Tx, command: CommandFacts, ended: { end: CommandEnd; at: Date }): Promise<Hint[]>
}

/** Effects by action. */
export type Effects = Map<string, CommandEffect[]>

/** Runs the effects of a command that has ended; returns the events of their hints. */
export async function runEnded(
  effects: Effects,
  tx: Tx,
  { command, ...ended }: { command: CommandFacts; end: CommandEnd; at: Date },
): Promise<BusEvent[]> {
  const events: BusEvent[] = []
  for (const effect of effects.get(command.action) ?? [])
    events.push(...hintEvents(command.accountId, (await effect.ended?.(tx, command, ended)) ?? []))
  return events
}

export function addEffects(table: Effects, effects: readonly CommandEffect[]): void {
  for (const effect of effects)
    for (const action of effect.actions) table.set(action, [...(table.get(action) ?? []), effect])
}
