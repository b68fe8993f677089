import { sql } from 'kysely'
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

/**
 * Extent of each day of the OCPP log, so that a search knows where the log begins and which days have the entries that it
 * examines, also if the viewer sees few of them.
 */
export class LogDays {
  private readonly db: Db
  private readonly clock: Clock
  private known: { days: Promise<LogDay[]>; atMs: number } | null = null

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  /** Returns the extents, at most a minute old. */
  read(): Promise<LogDay[]> {
    const nowMs = this.clock.monotonicMs()
    if (this.known && nowMs - this.known.atMs < refreshMs) return this.known.days
    const known = { days: outsideTenant(() => readDays(this.db, this.clock.now())), atMs: nowMs }
    this.known = known
    known.days.catch(() => {
      if (this.known === known) this.known = null
    })
    return known.days
  }
}

interface Extent {
  first: string | null
  last: string | null
}

/** Reads the first and the last id of each partition by its index; the period excludes the others from the plan. */
async function readDays(db: Db, now: Date): Promise<LogDay[]> {
  const { rows: partitions } = await sql<{ day: string }>`
    select substring(c.relname from '[0-9]{8}$') as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ocpp_log'::regclass and c.relname ~ '^ocpp_log_[0-9]{8}$' order by 1`.execute(db)
  const periods = partitions
    .map(({ day }) => {
      const from = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)
      return { from, to: new Date(from.getTime() + dayMs) }
    })
    .filter(({ from }) => from.getTime() - marginMs < now.getTime())
  const ofDays = periods.map(({ from, to }) => {
    const within = sql`from ocpp_log where at >= ${from}::timestamptz and at < ${to}::timestamptz`
    return sql`select (select min(id) ${within})::text as first, (select max(id) ${within})::text as last`
  })
  const others = sql`select (select min(id) from ocpp_log_default)::text as first,
    (select max(id) from ocpp_log_default)::text as last`
  const { rows } = await sql<Extent>`${sql.join([...ofDays, others], sql` union all `)}`.execute(db)
  return rows.map((extent, index) => dayOf(periods[index] ?? null, extent, now))
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
