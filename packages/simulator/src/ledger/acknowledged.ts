import type { V16 } from '@stationmaster/ocpp/v16'
import type { LedgerEntry } from './ledger.ts'

interface Acknowledged<Action extends keyof V16> {
  readonly identity: string
  readonly request: V16[Action]['request']
  readonly response: V16[Action]['response']
  readonly entry: LedgerEntry
}

/** What a central system has acknowledged and must therefore have stored (INV-1). */
export interface AcknowledgedFacts {
  readonly starts: readonly Acknowledged<'StartTransaction'>[]
  readonly stops: readonly Acknowledged<'StopTransaction'>[]
  readonly meterValues: readonly Acknowledged<'MeterValues'>[]
}

/** Returns the facts of a ledger, for a checker that compares them with a database. */
export function acknowledgedFacts(entries: readonly LedgerEntry[]): AcknowledgedFacts {
  const of = <Action extends keyof V16>(action: Action): Acknowledged<Action>[] =>
    entries
      .filter((entry) => entry.action === action && entry.outcome === 'result')
      .map((entry) => ({
        identity: entry.identity,
        // The entry contains what the station itself sent and received under this action.
        request: entry.payload as V16[Action]['request'],
        response: entry.answer as V16[Action]['response'],
        entry,
      }))
  return { starts: of('StartTransaction'), stops: of('StopTransaction'), meterValues: of('MeterValues') }
}
