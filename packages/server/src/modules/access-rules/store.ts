import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { stateTypeOf } from '../../storage/list/class-names.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { type CompiledRules, compileRules } from './decide.ts'
import type { AccessRule } from './rule.ts'

/** Type of the state of `access_rules r`. */
export const stateType = stateTypeOf('access_rule', 'r')

type RuleRow = AccessRule & { accountId: string }

/** Reads the enabled rules of an account, or of all, by account. Rules that have ended are left out. */
export async function readEnabledRules(db: Db, account: string | null): Promise<Map<string, AccessRule[]>> {
  const { rows } = await sql<RuleRow>`
    select r.account_id as "accountId", r.id, r.client_id as "clientId", r.effect, r.card_id as "cardId",
      r.card_tag as "cardTag", r.card_client_id as "cardClientId", r.network_id as "networkId", r.site_id as "siteId",
      r.station_id as "stationId", r.station_tag as "stationTag", r.evse_no as "evseNo", r.times,
      r.valid_from as "validFrom", r.valid_to as "validTo"
    from access_rules r where ${stateType} = 'enabled' and (r.valid_to is null or r.valid_to > now())
      ${account === null ? sql`` : sql`and r.account_id = ${account}`}
    order by r.id`.execute(db)
  const byAccount = new Map<string, AccessRule[]>()
  for (const { accountId, ...rule } of rows) {
    const known = byAccount.get(accountId)
    if (known) known.push(rule)
    else byAccount.set(accountId, [rule])
  }
  return byAccount
}

/** Reads the enabled rules of an account from the database, sorted for decisions; null if it has none. */
export async function readCompiledRules(db: Db, accountId: string): Promise<CompiledRules | null> {
  const rules = (await readEnabledRules(db, accountId)).get(accountId)
  return rules ? compileRules(rules) : null
}

const ofCards = ofAccount('k.account_id', { card: 'k.id' })
const ofStations = ofAccount('s.account_id', { charge_point: 's.id' })
const ofSites = ofAccount('z.account_id', { site: 'z.id' })
const ofClients = ofAccount('c.account_id', { client: 'c.id' })

/** Objects that a rule can name, by the column that refers to them: where they are found, if the viewer sees them. */
const found = {
  card_id: (scope: Scope) => sql`cards k where k.state <> 'deleted' and (${ofCards(scope)}) and k.account_id`,
  card_client_id: (scope: Scope) =>
    sql`clients c where c.state <> 'deleted' and (${ofClients(scope)}) and c.account_id`,
  site_id: (scope: Scope) => sql`sites z where z.state <> 'deleted' and (${ofSites(scope)}) and z.account_id`,
  station_id: (scope: Scope) =>
    sql`stations s where s.state <> 'deleted' and (${ofStations(scope)}) and s.account_id`,
}
export type NamedColumn = keyof typeof found
export const namedColumns = Object.keys(found) as NamedColumn[]
const alias: Record<NamedColumn, string> = {
  card_id: 'k',
  card_client_id: 'c',
  site_id: 'z',
  station_id: 's',
}

/** Returns true if the account has the object that a column names, and the viewer may see it. */
export async function isNamed(
  tx: Tx,
  scope: Scope,
  { column, id, accountId }: { column: NamedColumn; id: string; accountId: string },
): Promise<boolean> {
  const { rows } = await sql`select from ${found[column](scope)} = ${accountId}
    and ${sql.ref(`${alias[column]}.id`)} = ${id}`.execute(tx)
  return rows.length > 0
}

/** Returns true if another rule of a client, or of the operator (null), has the number of this rule. */
export async function isNumberTaken(
  tx: Tx,
  { id, clientId }: { id: string; clientId: string | null },
): Promise<boolean> {
  const { rows } = await sql`select from access_rules r
    join access_rules o on o.account_id = r.account_id and lower(o.code) = lower(r.code) and o.id <> r.id
    where r.id = ${id} and o.client_id is not distinct from ${clientId}`.execute(tx)
  return rows.length > 0
}
