import { newId } from '../shared/ids.ts'
import type { Statement } from './statement-group.ts'
import type { Db } from './transaction.ts'

/** Connection that writes batches. */
interface Connection {
  query(name: string, text: string, values: unknown[]): Promise<unknown[]>
}

/** Transaction that writes a batch. */
export interface BatchAttempt {
  laneId: string
  number: number
  outcome: 'unknown' | 'committed' | 'not committed'
  /** Reverts what the decisions changed outside of the database. */
  discard(): void
}

const markText = 'insert into ingest_batches (lane_id, number) values ($1, $2)'

const unmarkText = `
delete from ingest_batches where lane_id = $1 and number >= $2 and number < $3 and not is_abandoned`

// waits for a transaction that has inserted the same row, and prevents a later one from doing so
const abandonText = `
insert into ingest_batches (lane_id, number, is_abandoned)
select "laneId", number, true from json_to_recordset($1::json) as x("laneId" uuid, number bigint)
order by 1, 2 on conflict do nothing`

const committedText = `
select x.n from json_to_recordset($1::json) as x(n int, "laneId" uuid, number bigint)
join ingest_batches b on b.lane_id = x."laneId" and b.number = x.number and not b.is_abandoned`

/** Numbers between two deletions of rows. */
const step = 250
/** Milliseconds for which the row of a batch is stored at least; a message waits less for its outcome. */
const storedMs = 60_000

/** Numbers of the batches of a lane. Each batch stores its own, which proves its commit. */
export class BatchNumbers {
  readonly laneId = newId()
  private readonly storedMs: number
  private last = 0
  private deletedUntil = 0
  private readonly reached: { number: number; atMs: number }[] = []

  constructor(limitMs: number = storedMs) {
    this.storedMs = limitMs
  }

  begin(discard: () => void): BatchAttempt {
    this.last++
    if (this.last % step === 0) this.reached.push({ number: this.last, atMs: performance.now() })
    return { laneId: this.laneId, number: this.last, outcome: 'unknown', discard }
  }

  /** Returns the statements that write the number of the present batch in its transaction, and delete old ones. */
  write(): Statement[] {
    const mark = { name: 'mark-batch', text: markText, values: [this.laneId, this.last] }
    const [oldest] = this.reached
    if (!oldest || performance.now() - oldest.atMs < this.storedMs) return [mark]
    this.reached.shift()
    const range = [this.laneId, this.deletedUntil, oldest.number]
    this.deletedUntil = oldest.number
    return [mark, { name: 'unmark-batches', text: unmarkText, values: range }]
  }
}

/** Learns which of these were committed. After it, the others can no longer be. */
export async function settleAttempts(lane: Connection, attempts: readonly BatchAttempt[]): Promise<void> {
  const unknown = [...new Set(attempts)].filter(({ outcome }) => outcome === 'unknown')
  if (unknown.length === 0) return
  const keys = JSON.stringify(unknown.map(({ laneId, number }, n) => ({ n, laneId, number })))
  await lane.query('abandon-batches', abandonText, [keys])
  // a statement of its own, which sees what was committed while the first one waited
  const rows = (await lane.query('committed-batches', committedText, [keys])) as { n: number }[]
  const committed = new Set(rows.map(({ n }) => n))
  for (const [n, attempt] of unknown.entries()) {
    attempt.outcome = committed.has(n) ? 'committed' : 'not committed'
    if (!committed.has(n)) attempt.discard()
  }
}

/** Deletes what processes that have ended left behind, and batches that were abandoned before that time. */
export const deleteOldBatches = (db: Db, before: Date) =>
  db.deleteFrom('ingest_batches').where('at', '<', before).execute()
