import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import { lowestId } from './event-id.ts'

/** Ids of a period, the last one exclusive. */
interface Period {
  from: bigint
  to: bigint
}

const firstWindowMs = 6 * 3_600_000
/** Least and largest ratio of the lengths of two consecutive windows. */
const [minGrowth, maxGrowth] = [6, 36]
/** A window is longer by this factor than the number of events in the one before requires. */
const reserve = 1.5
/** Longest window: a query for kinds that the stations do not have takes the longer, the more months it covers. */
const maxWindowMs = 120 * 24 * 3_600_000
/** Number of windows, after which one query reads the rest of the period. */
const maxWindows = 8

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
  let lengthMs = firstWindowMs
  for (let window = 0; rows.length < limit && end > from; window++) {
    // ids above that of now are those of a server whose clock is ahead
    const start =
      window === maxWindows ? from : (end < now ? end : now) - lowestId(new Date(Math.round(lengthMs)))
    const period = { from: start > from ? start : from, to: end }
    const missing = limit - rows.length
    const found = await read(period, missing)
    if (isRefusal(found)) return found
    rows.push(...found)
    end = period.from
    // the planning of each query takes time: as few as possible, but none that reads many more events than are needed
    lengthMs *= Math.min(maxGrowth, Math.max(minGrowth, (reserve * missing) / found.length))
    lengthMs = Math.min(maxWindowMs, lengthMs)
  }
  return rows
}
