import type { Found, WrittenEntries } from '../shared/facts.ts'
import type { Subscriptions } from '../shared/state-change.ts'
import { BatchFacts, connectionKey, type HintWire, writeFacts } from './ingest-batch.ts'
import { Unreachable } from './ingest-failure.ts'
import type { KindTable } from './ingest-kinds.ts'
import type { Lane } from './ingest-lane.ts'
import type { NumberBlocks } from './ingest-numbers.ts'
import type { Item } from './ingest-queue.ts'
import { readRequired } from './ingest-reads.ts'
import {
  findWritten,
  findWrittenEvents,
  findWrittenSecurityEvents,
  findWrittenUnmatched,
} from './ingest-written.ts'

export interface BatchTools {
  kinds: KindTable
  numbers: NumberBlocks
  hints: HintWire
  subscriptions: Subscriptions
}

/**
 * Reads the data that a batch requires, decides its messages one after the other and writes their facts, in one
 * transaction.
 */
export async function attemptBatch(
  lane: Lane,
  items: readonly Item[],
  tools: BatchTools,
): Promise<WrittenEntries> {
  await reach(lane)
  const requirements = items.map((item) => item.work.requires)
  const { found, isOpen } = await readRequired(lane, requirements, tools)
  const facts = new BatchFacts(tools.subscriptions)
  for (const item of items) decide(item, facts, found)
  try {
    if (items.some((item) => item.isDoubtful)) await dropWritten(lane, facts)
    for (const item of items) item.isDoubtful = true
    return await writeFacts(lane, facts, { hints: tools.hints, isOpen, connections: connectionsOf(items) })
  } catch (error) {
    facts.discard()
    throw error
  }
}

const connectionsOf = (items: readonly Item[]) =>
  new Map(
    items.flatMap(({ work: { connection }, isRefused }) =>
      connection && !isRefused ? [[connectionKey(connection), connection] as const] : [],
    ),
  )

/** Connects; every failure counts as an unavailable database. */
async function reach(lane: Lane): Promise<void> {
  try {
    await lane.ready()
  } catch (error) {
    throw new Unreachable('the database cannot be reached', { cause: error })
  }
}

/** Decides one message; an exception in a rule affects only its own message. */
function decide(item: Item, facts: BatchFacts, found: Found): void {
  const mark = facts.mark()
  try {
    item.answer = item.work.decide(facts, found)
    item.touches = mark.touched()
  } catch (error) {
    mark.undo()
    item.isRefused = true
    item.reject(error)
  }
}

const without = <Row>(rows: Row[], isWritten: (row: Row) => boolean) => rows.filter((row) => !isWritten(row))

/**
 * Removes the rows that are already stored, after a commit with an unknown outcome: of those that have no natural
 * key, or that count how often they were stored.
 */
async function dropWritten(lane: Lane, { rows }: BatchFacts): Promise<void> {
  rows.log = without(rows.log, await findWritten(lane, rows.log))
  rows.activity = without(rows.activity, await findWrittenEvents(lane, rows.activity))
  rows.securityEvents = without(
    rows.securityEvents,
    await findWrittenSecurityEvents(lane, rows.securityEvents),
  )
  rows.unmatchedMessages = without(
    rows.unmatchedMessages,
    await findWrittenUnmatched(lane, rows.unmatchedMessages),
  )
}
