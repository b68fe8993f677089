import { numberPermutation } from '../shared/ids.ts'
import type { Lane } from './ingest-lane.ts'
import { readNumberSecret } from './number-secret.ts'

const blockSize = 1_000
/**
 * OCPP transaction ids: drawn from a sequence in blocks, so that a start needs no extra round trip, and
 * permuted, so that no station can guess those of another one.
 */
export class NumberBlocks {
  private ranges: { next: number; end: number }[] = []
  private permute: ((sequence: number) => number) | null = null

  /**
   * Takes the given number of ids for one batch: two batches are in progress at the same time. Unused ones
   * are lost, out of two thousand million.
   */
  async take(lane: Lane, count: number): Promise<() => number> {
    this.permute ??= numberPermutation(await readNumberSecret(lane.asSource()))
    const { permute } = this
    while (this.left < count) {
      const rows = await lane.query('number-block', `select nextval('transaction_number_block') as first`, [])
      const first = Number((rows[0] as { first: number | string }).first)
      this.ranges.push({ next: first, end: first + blockSize })
    }
    const taken = Array.from({ length: count }, () => this.next())
    return () => {
      const sequence = taken.shift()
      if (sequence === undefined) throw new Error('more transaction numbers were drawn than asked for')
      return permute(sequence)
    }
  }

  private get left(): number {
    return this.ranges.reduce((sum, { next, end }) => sum + end - next, 0)
  }

  private next(): number {
    const range = this.ranges[0]!
    const sequence = range.next++
    if (range.next === range.end) this.ranges.shift()
    return sequence
  }
}
