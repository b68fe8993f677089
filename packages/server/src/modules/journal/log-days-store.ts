import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import type { Db } from '../../storage/transaction.ts'

/** Entries of one day of the OCPP log, or those outside of all days, which have no period. */
export interface LogDay {
  period: { from: Date; to: Date } | null
  first: number | null
  /** Null if further entries may be written. */
  last: number | null
}

const dayMs = 86_400_000
const refreshMs = 60_000
/** Time before and after a day in which entries of it may be written. */
const marginMs = 3_600_000
/** Planning takes milliseconds per day, so that one statement for all days would be a long one. */
const daysPerStatement = 4

/**
 * Extent of each day of the OCPP log, so that a search knows where the log begins and which days have the entries that it
 * examines, also if the viewer sees few of them.
 */
export class LogDays {
  private readonly db: Db
  private readonly clock: Clock
  private known: { days: Promise<LogDay[]>; atMs: number } | null = null
  /** Days to which no entries are added, by the name of their partition. */
  private closed = new Map<string, LogDay>()

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  /** Returns the extents, at most a minute old. */
  read(): Promise<LogDay[]> {
    const nowMs = this.clock.monotonicMs()
    if (this.known && nowMs - this.known.atMs < refreshMs) return this.known.days
    const known = { days: outsideTenant(() => this.readDays(this.clock.now())), atMs: nowMs }
    this.known = known
    known.days.catch(() => {
      if (this.known === known) this.known = null
    })
    return known.days
  }

  private async readDays(now: Date): Promise<LogDay[]> {
    const partitions = await readPartitions(this.db, now)
    const days = new Map(partitions.map(({ name }) => [name, this.closed.get(name)]))
    const missing = partitions.filter(({ name }) => !days.get(name))
    const parts = [...missing.map(dayPart), sql`ocpp_log_default`]
    const rows: Extent[] = []
    for (let from = 0; from < parts.length; from += daysPerStatement)
      rows.push(...(await readExtents(this.db, parts.slice(from, from + daysPerStatement))))
    for (const [index, { name, period }] of missing.entries())
      days.set(name, dayOf(period, rows[index]!, now))
    const read = [...days] as [string, LogDay][]
    this.closed = new Map(read.filter(([, { last }]) => last !== null))
    return [...read.map(([, day]) => day), dayOf(null, rows.at(-1)!, now)]
  }
}

interface Extent {
  first: string | null
  last: string | null
}

/** Returns the first and the last id of parts of the log. */
async function readExtents(db: Db, parts: readonly RawBuilder<unknown>[]): Promise<Extent[]> {
  const { rows } = await sql<Extent>`${sql.join(parts.map(extentOf), sql` union all `)}`.execute(db)
  return rows
}

/** Returns the first and the last id of a part of the log, by its index. */
const extentOf = (part: RawBuilder<unknown>) =>
  sql`select (select min(id) from ${part})::text as first, (select max(id) from ${part})::text as last`

const dayPart = ({ period: { from, to } }: Partition) =>
  sql`ocpp_log where at >= ${from}::timestamptz and at < ${to}::timestamptz`

interface Partition {
  name: string
  period: { from: Date; to: Date }
}

/** Returns the partitions of the days until now. */
async function readPartitions(db: Db, now: Date): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ocpp_log'::regclass and c.relname ~ '^ocpp_log_[0-9]{8}$' order by 1`.execute(db)
  return rows
    .map(({ name }) => {
      const [, year, month, day] = /(\d{4})(\d\d)(\d\d)$/.exec(name)!
      const from = new Date(`${year}-${month}-${day}T00:00:00Z`)
      return { name, period: { from, to: new Date(from.getTime() + dayMs) } }
    })
    .filter(({ period }) => period.from.getTime() - marginMs < now.getTime())
}

function dayOf(period: LogDay['period'], extent: Extent, now: Date): LogDay {
  const isOpen = period === null || period.to.getTime() + marginMs > now.getTime()
  const [first, last] = [extent.first, extent.last].map((id) => (id === null ? null : Number(id)))
  return { period, first: first!, last: isOpen ? null : (last ?? -1) }
}

/** Ids of a part of the log, both ends included. */
export interface IdRange {
  low: number
  high: number
}

/** Returns true if a day may have entries with these ids. */
const mayHave = ({ period, first, last }: LogDay, { low, high }: IdRange): boolean =>
  // entries outside of all days are those of tests and of servers whose partitions could not be created
  (last === null ? period !== null || first !== null : last >= low) && (first ?? low) <= high

/** Returns the time in which entries with these ids were written; null if it is unknown. */
export function periodOf(days: readonly LogDay[], ids: IdRange): LogDay['period'] {
  const periods = days.filter((day) => mayHave(day, ids)).map(({ period }) => period)
  const [first] = periods
  if (!first || periods.includes(null)) return null
  return { from: first.from, to: periods.at(-1)!.to }
}

/** Returns the ids of the log, of a period if one is given; `newest` is its last id. */
export function idsWithin(
  days: readonly LogDay[],
  { from, to }: { from: Date | null; to: Date | null },
  newest: number,
): IdRange {
  const ofPeriod = days.filter(
    ({ period }) => !period || ((!from || period.to > from) && (!to || period.from < to)),
  )
  const firsts = ofPeriod.flatMap(({ first }) => first ?? [])
  const closed = ofPeriod.flatMap(({ last }) => last ?? [])
  const open = ofPeriod.filter(({ period, first, last }) => last === null && (period || first !== null))
  const isOver = closed.length > 0 && open.length === 0
  return { low: firsts.length > 0 ? Math.min(...firsts) : 0, high: isOver ? Math.max(...closed) : newest }
}
