import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import { lowestId } from './event-id.ts'

/** Ids of a period, the last one exclusive. */
interface Period {
  from: bigint
  to: bigint
}

const firstWindowMs = 6 * 3_600_000
/** Ratio of the lengths of two consecutive windows. */
const growth = 6
/** Number of windows (of 0.25, 1.5, 9 and 54 days), after which one query reads the rest of the period. */
const maxWindows = 4

/**
 * Reads the newest events of many stations and tags: first those of the last hours, then, until there are enough, those
 * of periods that are longer each time. Reading the limit from each of them takes much longer if they have many events.
 */
export async function readWindows<Row>(
  read: (period: Period, missing: number) => Promise<Row[] | Refusal>,
  { from, to, limit }: Period & { limit: number },
): Promise<Row[] | Refusal> {
  const rows: Row[] = []
  const now = lowestId(new Date())
  let end = to
  let length = lowestId(new Date(firstWindowMs))
  for (let window = 0; rows.length < limit && end > from; window++) {
    // ids above that of now are those of a server whose clock is ahead
    const start = window === maxWindows ? from : (end < now ? end : now) - length
    const period = { from: start > from ? start : from, to: end }
    const found = await read(period, limit - rows.length)
    if (isRefusal(found)) return found
    rows.push(...found)
    end = period.from
    length *= BigInt(growth)
  }
  return rows
}
