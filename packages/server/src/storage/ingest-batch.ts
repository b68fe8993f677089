import type { Hint } from '@stationmaster/contract'
import type { FactKind, FactRows, Facts, Work, WrittenEntries } from '../shared/facts.ts'
import type { Subscriptions } from '../shared/state-change.ts'
import { joinEvents } from './ingest-events.ts'
import type { FactStatement } from './ingest-statement.ts'
import { factKinds, factStatements } from './ingest-statements.ts'
import { begin, commit, type Lane } from './ingest-lane.ts'
import { sourceValues } from './ingest-rows.ts'
import { plainArray, textArray } from './plain-array.ts'
import type { Statement } from './statement-group.ts'

interface AccountHint {
  account: string
  hint: Hint
}

type Rows = { [K in FactKind]: FactRows[K][] }
type ReadonlyRows = { readonly [K in FactKind]: readonly FactRows[K][] }

const emptyRows = (): Rows => Object.fromEntries(factKinds.map((kind) => [kind, []])) as unknown as Rows

interface FactsMark {
  /** Removes what was added since. */
  undo(): void
  /** Returns the kinds of the facts that were added since. */
  touched(): string
}

/**
 * Facts of a batch. Those of one message can be removed without the others. State changes without a
 * subscription are not added.
 */
export class BatchFacts implements Facts {
  readonly rows: Rows = emptyRows()
  readonly subscriptions: Subscriptions
  readonly hints: AccountHint[] = []
  private readonly reverts: (() => void)[] = []

  constructor(subscriptions: Subscriptions) {
    this.subscriptions = subscriptions
  }

  add<K extends FactKind>(kind: K, row: FactRows[K]): void {
    // rows of this kind have this type
    if (kind === 'stateChanges' && !this.subscriptions.includes(row as FactRows['stateChanges'])) return
    this.rows[kind].push(row)
  }

  hint(account: string, hint: Hint): void {
    this.hints.push({ account, hint })
  }

  onDiscard(revert: () => void): void {
    this.reverts.push(revert)
  }

  /** Reverts what the decisions changed elsewhere; the facts must not be stored afterwards. */
  discard(): void {
    this.revertTo(0)
  }

  private revertTo(length: number): void {
    while (this.reverts.length > length) this.reverts.pop()!()
  }

  /** Marks the current end of the facts. */
  mark(): FactsMark {
    const lengths = factKinds.map((kind) => this.rows[kind].length)
    const hints = this.hints.length
    const reverts = this.reverts.length
    return {
      undo: () => {
        factKinds.forEach((kind, index) => (this.rows[kind].length = lengths[index] ?? 0))
        this.hints.length = hints
        this.revertTo(reverts)
      },
      touched: () => factKinds.filter((kind, index) => this.rows[kind].length > (lengths[index] ?? 0)).join(),
    }
  }

  /** True if nothing is to be stored. */
  get isEmpty(): boolean {
    return factKinds.every((kind) => this.rows[kind].length === 0)
  }
}

/** Returns one row per key, in the order of the keys. */
export function mergeRows<Row>(statement: FactStatement<Row>, rows: readonly Row[]): readonly Row[] {
  const { key, merge } = statement
  if (!key || rows.length < 2) return rows
  const merged = new Map<string, Row>()
  for (const row of rows) {
    const at = key(row)
    const earlier = merged.get(at)
    merged.set(at, earlier !== undefined && merge ? merge(earlier, row) : row)
  }
  return Array.from(merged)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
}

type StationConnections = ReadonlyMap<string, NonNullable<Work<unknown>['connection']>>

/** Returns the key of a connection in errors of the database. */
export const connectionKey = ({ stationId, epoch }: NonNullable<Work<unknown>['connection']>): string =>
  `${stationId}/${epoch}`

// the last statement before the commit, so that it sees every connection registered until then
const fenceText = 'select refuse_replaced($1::uuid[], $2::bigint[])'

function fence(connections: StationConnections): Statement[] {
  if (connections.size === 0) return []
  const given = [...connections.values()]
  const values = [
    plainArray(given.map(({ stationId }) => stationId)),
    plainArray(given.map(({ epoch }) => epoch)),
  ]
  return [{ name: 'fence', text: fenceText, values }]
}

/** Takes hints for consoles. */
export interface HintSink {
  /** Adds a hint about facts that have been committed. */
  add(account: string, hint: Hint): void
  /** Notes that the hints of facts that may have been committed are not known. */
  lost(): void
}

/** Ids of new entries of the OCPP log that count repetitions, by their names. */
type NewEntryIds = Record<keyof WrittenEntries, Map<string, number>>

/** Sends the batch's statements and its commit as one group, then its hints; throws if any statement failed. */
export async function writeFacts(
  lane: Lane,
  facts: BatchFacts,
  { hints, isOpen, connections }: { hints: HintSink; isOpen: boolean; connections: StationConnections },
): Promise<WrittenEntries> {
  const written: NewEntryIds = { heartbeats: new Map(), repeatedEntries: new Map() }
  if (facts.isEmpty) {
    if (isOpen) await lane.run('commit')
  } else {
    const statements = [...(isOpen ? [] : [begin]), ...lane.batches.write(), ...writeKinds(facts, written)]
    refuseRollback(await lane.together([...statements, ...fence(connections), commit]))
  }
  for (const { account, hint } of facts.hints) hints.add(account, hint)
  return written
}

function writeKinds(facts: BatchFacts, written: NewEntryIds): Statement[] {
  const rows = { ...facts.rows, ...joinEvents(facts.rows) }
  const statements: Statement[] = []
  for (const kind of factKinds) {
    const statement = writeKind(kind, { rows, subscriptions: facts.subscriptions })
    if (!statement) continue
    const entries = kind === 'heartbeats' || kind === 'repeatedEntries' ? written[kind] : null
    statements.push(entries ? { ...statement, take: (rows) => noteEntries(entries, rows) } : statement)
  }
  return statements
}

function writeKind<K extends FactKind>(
  kind: K,
  { rows: all, subscriptions }: { rows: ReadonlyRows; subscriptions: Subscriptions },
): Statement | null {
  const rows = all[kind] as readonly FactRows[K][]
  if (rows.length === 0) return null
  const { text, recordsStateChanges, ...statement } = factStatements[kind] as FactStatement<FactRows[K]>
  const values = sourceValues(mergeRows({ text, ...statement }, rows))
  return {
    name: `write-${kind}`,
    text,
    values: recordsStateChanges ? [...values, textArray(subscriptions.actions)] : values,
  }
}

function noteEntries(entries: Map<string, number>, rows: unknown[]): void {
  // Both statements return rows of this type.
  for (const { name, id } of rows as { name: string; id: number }[]) entries.set(name, id)
}

/** Throws if the commit was answered with a rollback, as PostgreSQL does after a failed statement. */
function refuseRollback(obeyed: string): void {
  if (obeyed !== 'COMMIT') throw new Error('the transaction was rolled back')
}
