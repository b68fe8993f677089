import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import { addPastEvents } from '../activity/index.ts'

/** Adds the events of the sessions and states of the last days. */
export const insertEvents = (db: Db, accountId: string, days: number): Promise<void> =>
  addPastEvents(
    db,
    sql`
    with begun as (select now() - make_interval(days => ${days}) as at),
    states as (
      select station_id, evse_no, at, state, error_code, lag(state) over (partition by station_id, evse_no order by at) as before
      from evse_states where station_id in (select id from stations where is_demo))
    select t.started_at as at, t.account_id, 'session_started' as kind, t.station_id, t.evse_no,
      t.number as transaction_number, t.card_id, t.id_tag, jsonb_build_object('status', t.decision) as details
    from transactions t, begun b where t.is_demo and t.account_id = ${accountId} and t.started_at > b.at
    union all
    select t.stopped_at, t.account_id, 'session_ended', t.station_id, t.evse_no, t.number, t.card_id, t.id_tag,
      jsonb_build_object('reason', t.stop_reason, 'energywh', t.energy_wh,
        'seconds', extract(epoch from t.stopped_at - t.started_at)::int)
    from transactions t, begun b where t.is_demo and t.account_id = ${accountId} and t.stopped_at > b.at
    union all
    select s.at, ${accountId}::uuid,
      case when s.evse_no = -1 then case s.state when 'online' then 'connected' else 'disconnected' end
        when s.state = 'faulted' then 'fault_raised' when s.before = 'faulted' then 'fault_cleared' else 'state_changed' end,
      s.station_id, nullif(s.evse_no, -1), null, null, null,
      case when s.evse_no = -1 then null else jsonb_build_object('from', replace(s.before, 'operative', 'available'),
        'to', replace(s.state, 'operative', 'available'), 'errorcode', s.error_code) end
    from states s, begun b where s.before is not null and s.at > b.at`,
  )
