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

export interface AccountHint {
  account: string
  hint: Hint
}

/** Maximum number of ids in one hint; beyond it the hint only says that many changed. */
const maxIds = 50

const notifyText = 'select pg_notify($1, $2)'

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
  private readonly hints: AccountHint[] = []
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

  get isEmpty(): boolean {
    return this.hints.length === 0 && factKinds.every((kind) => this.rows[kind].length === 0)
  }

  /** Hints with equal ones joined: one per account, kind and station. */
  get joinedHints(): AccountHint[] {
    if (this.hints.length < 2) return this.hints
    const joined = new Map<string, AccountHint>()
    for (const { account, hint } of this.hints) {
      const key = `${account} ${hint.kind} ${hint.station ?? ''}`
      const known = joined.get(key)
      joined.set(key, known ? { account, hint: joinHints(known.hint, hint) } : { account, hint })
    }
    return [...joined.values()]
  }
}

function joinHints(one: Hint, other: Hint): Hint {
  if (!one.ids || !other.ids) return { ...one, ids: undefined }
  const ids = new Set([...one.ids, ...other.ids])
  return { ...one, ids: ids.size > maxIds ? undefined : [...ids] }
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

/** Transport of hints: how they are packed into notifications, and on which channel. */
export interface HintWire {
  channel: string
  pack(hints: readonly AccountHint[]): string[]
  /** Returns true if `send` can be used after the commit instead of notifications. */
  canSend(): boolean
  send(packets: readonly string[]): void
}

/** Sends the batch's statements and its commit as one group; throws if any of them failed. */
export async function writeFacts(
  lane: Lane,
  facts: BatchFacts,
  { hints, isOpen, connections }: { hints: HintWire; isOpen: boolean; connections: StationConnections },
): Promise<WrittenEntries> {
  const written = { heartbeats: new Map<string, number>(), repeatedEntries: new Map<string, number>() }
  if (facts.isEmpty) {
    if (isOpen) await lane.run('commit')
    return written
  }
  const rows = { ...facts.rows, ...joinEvents(facts.rows) }
  const packets = hints.pack(facts.joinedHints)
  const isNotified = !hints.canSend()
  const statements: Statement[] = isOpen ? [] : [begin]
  statements.push(...lane.batches.write())
  for (const kind of factKinds) {
    const statement = writeKind(kind, { rows, subscriptions: facts.subscriptions })
    if (!statement) continue
    const entries = kind === 'heartbeats' || kind === 'repeatedEntries' ? written[kind] : null
    statements.push(entries ? { ...statement, take: (rows) => noteEntries(entries, rows) } : statement)
  }
  for (const packet of isNotified ? packets : [])
    statements.push({ name: 'notify', text: notifyText, values: [hints.channel, packet] })
  refuseRollback(await lane.together([...statements, ...fence(connections), commit]))
  if (!isNotified) hints.send(packets)
  return written
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
