import type { IncidentRule, IncidentSeverity } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Whose rules: those of a site, or of an account. */
export interface RulePlace {
  accountId: string
  siteId: string | null
}

export interface StoredRule {
  rule: IncidentRule
  siteId: string | null
  isEnabled: boolean | null
  limit: number | null
  severity: IncidentSeverity | null
}

/** Returns what is set for an account and, if one is given, its site. */
export async function storedRules(db: Db, { accountId, siteId }: RulePlace): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select rule, site_id as "siteId", is_enabled as "isEnabled", limit_value as "limit", severity
    from incident_rules where account_id = ${accountId} and (site_id is null or site_id = ${siteId})`.execute(
    db,
  )
  return rows
}

/** Stores a rule of an account or site; one that sets nothing is removed. */
export async function storeRule(
  tx: Tx,
  { accountId, siteId }: RulePlace,
  { rule, isEnabled, limit, severity, now }: Omit<StoredRule, 'siteId'> & { now: Date },
): Promise<void> {
  const isInherited = isEnabled === null && limit === null && severity === null
  await (isInherited
    ? sql`delete from incident_rules
        where account_id = ${accountId} and site_id is not distinct from ${siteId}::uuid and rule = ${rule}`
    : sql`insert into incident_rules (account_id, site_id, rule, is_enabled, limit_value, severity, updated_at)
        values (${accountId}, ${siteId}, ${rule}, ${isEnabled}, ${limit}, ${severity}, ${now})
        on conflict (account_id, site_id, rule) do update set is_enabled = excluded.is_enabled,
          limit_value = excluded.limit_value, severity = excluded.severity, updated_at = excluded.updated_at`
  ).execute(tx)
}
