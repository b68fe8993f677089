import type { Hint } from '@stationmaster/contract'
import type { SystemAction16 } from '@stationmaster/ocpp/v16'
import type { Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { Payload } from './payload.ts'

/** Whose command it is: a person's, or the house's own for one account. */
export interface Asker {
  accountId: string
  /** Null: the house itself. */
  userId: string | null
  isAdmin: boolean
  /** The code of their session. */
  session?: string
  /** Of the call in which they ask. */
  correlation?: string
  /** Stations that rules hide from the person. */
  exceptions?: Scope['exceptions']
}

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
  /** As shown: secrets are masked. */
  request: Payload
  requestedBy: string | null
  createdAt: Date
}

/** A command that waits. `payload` is what goes over the wire, secrets included. */
export interface QueuedCommand extends CommandFacts {
  payload: Payload
  /** What the caller gave for the effects alone; it is not sent. */
  extra?: Payload
}

/**
 * How a command ended. `unsent`: the station never got it. `unanswered`: nobody knows whether it was obeyed;
 * the station's word may still come, and then the effect hears a second time.
 */
export type CommandEnd =
  | { kind: 'accepted'; payload: unknown }
  | { kind: 'rejected'; payload: unknown }
  | { kind: 'failed' }
  | { kind: 'unsent' }
  | { kind: 'unanswered' }

/** What a subject makes of commands of its actions. All of it happens in the transaction of the command's own row. */
export interface CommandEffect {
  actions: readonly SystemAction16[]
  /** Fills in what the caller left out, before the check; a list holds a payload for each station in order. */
  prepare?(
    asker: Asker,
    payload: Payload,
    stations: readonly Addressee[],
  ): Promise<Payload | Payload[] | Refusal>
  /** Stations that cannot be asked this, with the reason. */
  refusals?(payload: Payload, stationIds: readonly string[]): Promise<Map<string, Refusal>>
  /** The commands wait now. */
  queued?(tx: Tx, commands: readonly QueuedCommand[]): Promise<Hint[]>
  ended?(tx: Tx, command: CommandFacts, end: CommandEnd, at: Date): Promise<Hint[]>
}

export type Effects = ReadonlyMap<string, readonly CommandEffect[]>

/** The effects by action. */
export function byAction(effects: readonly CommandEffect[]): Effects {
  const table = new Map<string, CommandEffect[]>()
  for (const effect of effects)
    for (const action of effect.actions) table.set(action, [...(table.get(action) ?? []), effect])
  return table
}
