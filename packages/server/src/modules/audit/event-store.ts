import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** Classes whose objects have events in the activity. */
const classes: readonly string[] = ['charge_point', 'connector', 'card', 'reservation', 'transaction']

/** Change of an object as it is recorded in the audit trail. */
interface RecordedChange {
  at: Date
  account_id: string | null
  user_id: string | null
  kind: string
  class_code: string
  object_id: string | null
  label: string
  action: string
}

/** Adds the changes that users made to stations and their objects to the activity; commands have their own events. */
export async function insertObjectEvents(db: Db, changes: readonly RecordedChange[]): Promise<void> {
  const given = changes.filter(
    (change) =>
      change.account_id !== null &&
      change.user_id !== null &&
      change.object_id !== null &&
      change.kind !== 'command' &&
      classes.includes(change.class_code),
  )
  if (given.length === 0) return
  await sql`
    insert into activity (id, at, account_id, kind, station_id, evse_no, card_id, id_tag, transaction_number, user_id, details)
    select activity_id(x.at), x.at, x.account_id, 'object_changed', coalesce(s.id, e.station_id, r.station_id, t.station_id),
      coalesce(e.evse_no, r.evse_no, t.evse_no), coalesce(k.id, r.card_id, t.card_id),
      coalesce(k.code, r.id_tag, t.id_tag), t.number, x.user_id,
      jsonb_build_object('class', x.class_code, 'action', x.action, 'label', x.label)
    from json_to_recordset(${JSON.stringify(given.map((change, n) => ({ n, ...change })))}::json)
      as x (n int, at timestamptz, account_id uuid, user_id uuid, class_code text, object_id uuid, label text, action text)
    left join stations s on x.class_code = 'charge_point' and s.id = x.object_id
    left join evses e on x.class_code = 'connector' and e.id = x.object_id
    left join cards k on x.class_code = 'card' and k.id = x.object_id
    left join reservations r on x.class_code = 'reservation' and r.id = x.object_id
    left join transactions t on x.class_code = 'transaction' and t.id = x.object_id
    order by x.n`.execute(db)
}
