import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Seconds without a note after which no server counts as having run. */
const silentSeconds = 180

/**
 * Notes that a server runs. If none had for a while, the time since the last note is stored: stations could not
 * report then. The first note of the only process after a restart ends such a time, however short.
 */
export async function noteServer(db: Db): Promise<void> {
  await sql`
    with before as (select at from server_pulse),
    own as (select count(distinct application_name) as processes, min(backend_start) as started from pg_stat_activity
      where datname = current_database() and application_name like 'stationmaster station side%'),
    missed as (
      insert into server_gaps (starts_at, ends_at)
      select b.at, now() from before b, own
      where b.at < now() and (b.at < now() - make_interval(secs => ${silentSeconds})
        or own.processes <= 1 and own.started > b.at)
      on conflict do nothing)
    insert into server_pulse (at) values (now()) on conflict (only_row) do update set at = excluded.at`.execute(
    db,
  )
}

/** Deletes states and times without a server before an instant; the state that holds then stays. */
export async function removeOldStates(db: Db, before: Date): Promise<void> {
  await sql`
    delete from evse_states e where e.at < ${before} and exists (select from evse_states later
      where later.station_id = e.station_id and later.evse_no = e.evse_no and later.at > e.at
        and later.at <= ${before})`.execute(db)
  await sql`delete from server_gaps where ends_at < ${before}`.execute(db)
}
