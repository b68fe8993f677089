import { randomBytes } from 'node:crypto'
import { numberPermutation } from '../shared/ids.ts'
import type { Lane } from './ingest-lane.ts'

const blockSize = 1_000
const secretKey = 'number_secret'

const secretText = `
with made as (
  insert into installation (key, value) values ($1, $2) on conflict (key) do nothing returning value)
select value from made union all select value from installation where key = $1`

/** What the secret of the number permutation is read with: a pool, a client. */
export interface SecretSource {
  query(text: string, values: unknown[]): Promise<{ rows: { value: string }[] }>
}

/** The secret of this installation's numbers; the first process that asks makes it. */
export async function readNumberSecret(source: SecretSource): Promise<string> {
  for (let round = 0; ; round++) {
    const { rows } = await source.query(secretText, [secretKey, randomBytes(32).toString('base64url')])
    if (rows[0]) return rows[0].value
    // Another process was making it at this moment.
    if (round > 5) throw new Error('the secret of the numbers can be neither read nor made')
  }
}

/**
 * OCPP transaction ids: drawn from a sequence in blocks, so that a start needs no round trip of its own, and
 * permuted, so that no station can guess those of another one.
 */
export class NumberBlocks {
  private ranges: { next: number; end: number }[] = []
  private permute: ((sequence: number) => number) | null = null

  get left(): number {
    return this.ranges.reduce((sum, { next, end }) => sum + end - next, 0)
  }

  /** Makes sure that so many numbers can be taken. */
  async ensure(lane: Lane, count: number): Promise<void> {
    this.permute ??= numberPermutation(await readNumberSecret(lane.asSource()))
    while (this.left < count) {
      const rows = await lane.query('number-block', `select nextval('transaction_number_block') as first`, [])
      const first = Number((rows[0] as { first: number | string }).first)
      this.ranges.push({ next: first, end: first + blockSize })
    }
  }

  next(): number {
    const range = this.ranges[0]
    if (!range || !this.permute) throw new Error('a transaction number was taken that was not ensured')
    const sequence = range.next++
    if (range.next === range.end) this.ranges.shift()
    return this.permute(sequence)
  }
}
