import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/** The only trigger that belongs to the tables of the audit trail: it notifies the sealer. */
const ownTrigger = {
  name: 'audit_log_grown',
  // as in the migration that creates it
  body: `begin perform pg_notify('stationmaster', '[{"kind":"audit.grown"}]'); return null; end`,
}

/**
 * Returns the name of a trigger or rule on the tables of the audit trail that does not belong there, or of
 * our own trigger if its function was replaced; null if everything is as the migrations left it. Such an
 * object can suppress or change entries before they are sealed.
 */
export async function unexpectedObject(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select t.tgname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid in ('audit_log'::regclass, 'audit_anchors'::regclass) and not t.tgisinternal
      and not (t.tgname = ${ownTrigger.name} and t.tgrelid = 'audit_log'::regclass
        and btrim(regexp_replace(p.prosrc, '\\s+', ' ', 'g'), ' ;') = ${ownTrigger.body})
    union all
    select rulename from pg_rules where tablename in ('audit_log', 'audit_anchors')
    order by name limit 1`.execute(db)
  return rows[0]?.name ?? null
}
