import type { Found, WrittenEntries } from '../shared/facts.ts'
import type { Subscriptions } from '../shared/state-change.ts'
import { BatchFacts, connectionKey, type HintSink, writeFacts } from './ingest-batch.ts'
import { failureOf, Unreachable } from './ingest-failure.ts'
import type { KindTable } from './ingest-kinds.ts'
import type { Lane } from './ingest-lane.ts'
import type { NumberBlocks } from './ingest-numbers.ts'
import { settleAttempts } from './ingest-outcome.ts'
import type { Item } from './ingest-queue.ts'
import { readRequired } from './ingest-reads.ts'

export interface BatchTools {
  kinds: KindTable
  numbers: NumberBlocks
  hints: HintSink
  subscriptions: Subscriptions
}

/**
 * Reads the data that a batch requires, decides its messages one after the other and writes their facts, in one
 * transaction. Messages that an earlier transaction of unknown outcome has stored are not written again.
 */
export async function attemptBatch(
  lane: Lane,
  given: readonly Item[],
  tools: BatchTools,
): Promise<WrittenEntries> {
  await reach(lane)
  await settleAttempts(
    lane,
    given.flatMap(({ attempt }) => attempt ?? []),
  )
  const items = given.filter(({ attempt }) => attempt?.outcome !== 'committed')
  const requirements = items.map((item) => item.work.requires)
  const { found, isOpen } = await readRequired(lane, requirements, tools)
  const facts = new BatchFacts(tools.subscriptions)
  for (const item of items) decide(item, facts, found)
  const attempt = lane.batches.begin(() => facts.discard())
  for (const item of items) item.attempt = attempt
  try {
    return await writeFacts(lane, facts, { hints: tools.hints, isOpen, connections: connectionsOf(items) })
  } catch (error) {
    if (failureOf(error) === 'away') tools.hints.lost()
    else {
      attempt.outcome = 'not committed'
      facts.discard()
    }
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
