import { numberPermutation } from '../shared/ids.ts'
import type { Lane } from './ingest-lane.ts'
import { readNumberSecret } from './number-secret.ts'

const blockSize = 1_000
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
