import { type Insertable, sql, type Updateable } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/**
 * Selects the objects of the account, for drivers their own, for users of a client those of its users. Classes and
 * single objects are subject to rights.
 */
export const inAccount = ofAccountOrDriver(
  'o.account_id',
  { user: 'o.owner_id' },
  (userId) => sql`o.owner_id = ${userId}`,
)

export const objectOf = (db: Db, scope: Scope, { id, isLocked }: { id: string; isLocked: boolean }) =>
  db
    .selectFrom('objects as o')
    .innerJoin('class_types as t', 't.id', 'o.type_id')
    .innerJoin('class_states as s', 's.id', 'o.state_id')
    .select(['o.id', 'o.class_code', 'o.account_id', 'o.owner_id', 'o.label', 'o.description', 'o.tags'])
    .select(['o.version_no', 'o.created_at', 't.code as type', 's.code as state'])
    .where('o.id', '=', id)
    .where(sql<boolean>`${inAccount(scope)}`)
    .$if(isLocked, (query) => query.forUpdate('o'))
    .executeTakeFirst()

export type ObjectRow = NonNullable<Awaited<ReturnType<typeof objectOf>>>

export const insertObject = (tx: Tx, object: Insertable<Database['objects']>) =>
  tx.insertInto('objects').values(object).execute()

export const updateObject = (
  tx: Tx,
  id: string,
  change: Updateable<Database['objects']> & { updated_at: Date },
) =>
  tx
    .updateTable('objects')
    .set((eb) => ({ ...change, version_no: eb('version_no', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Returns the class of any object by its id. */
export async function findClassOf(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select class_code as code from objects where id = ${id}
    union all select 'charge_point' from stations where id = ${id}
    union all select 'connector' from evses where id = ${id}
    union all select 'card' from cards where id = ${id}
    union all select 'client' from clients where id = ${id}
    union all select 'site' from sites where id = ${id}
    union all select 'access_rule' from access_rules where id = ${id}
    union all select 'car' from cars where id = ${id}
    union all select 'tariff' from tariffs where id = ${id}
    union all select 'client_group' from client_groups where id = ${id}
    union all select 'seller' from sellers where id = ${id}
    union all select 'invoice' from invoices where id = ${id}
    union all select 'payment' from payments where id = ${id}
    union all select 'transaction' from transactions where id = ${id}
    union all select 'reservation' from reservations where id = ${id}
    union all select 'command' from commands where id = ${id}
    union all select 'charge' from charges where id = ${id}`.execute(db)
  return rows[0]?.code ?? null
}
