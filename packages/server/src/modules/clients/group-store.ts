import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Returns true if the account has a group with this id that is not deleted. */
export async function isGroupOf(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from client_groups g
    where g.id = ${id} and g.account_id = ${accountId} and g.state <> 'deleted'`.execute(db)
  return rows.length > 0
}

/** Returns the index of the first id that is no client of the account; null if all are. */
export async function missingClient(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<number | null> {
  const { rows } = await sql<{ id: string }>`select c.id from clients c
    where c.id = any(${ids}::uuid[]) and c.account_id = ${accountId} and c.state <> 'deleted'`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  const index = ids.findIndex((id) => !known.has(id))
  return index === -1 ? null : index
}

/** Ends memberships of clients in a group; returns those that were members. */
export async function endMemberships(
  tx: Tx,
  { clients, groupId, at }: { clients: readonly string[]; groupId: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`update client_group_members m set until = greatest(${at}, m.since)
    where m.client_id = any(${clients}::uuid[]) and m.group_id = ${groupId} and m.until is null
    returning m.client_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function endAllMemberships(tx: Tx, groupId: string, at: Date): Promise<void> {
  await sql`update client_group_members m set until = greatest(${at}, m.since)
    where m.group_id = ${groupId} and m.until is null`.execute(tx)
}

/** Adds clients to a group and ends their membership in another one; returns those that were not members. */
export async function addMembers(
  tx: Tx,
  {
    accountId,
    groupId,
    clients,
    at,
  }: { accountId: string; groupId: string; clients: readonly string[]; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; since: Date }>`
    with present as (select m.client_id, m.group_id from client_group_members m
      where m.client_id = any(${clients}::uuid[]) and m.until is null),
    ended as (update client_group_members m set until = greatest(${at}, m.since)
      where m.client_id = any(${clients}::uuid[]) and m.until is null and m.group_id <> ${groupId}
      returning m.client_id, m.until)
    select c.id, greatest(${at}, (select e.until from ended e where e.client_id = c.id)) as since
    from unnest(${clients}::uuid[]) as c (id)
    where not exists (select from present p where p.client_id = c.id and p.group_id = ${groupId})`.execute(tx)
  if (rows.length === 0) return []
  await tx
    .insertInto('client_group_members')
    .values(
      rows.map(({ id, since }) => ({
        id: newId(at.getTime()),
        account_id: accountId,
        group_id: groupId,
        client_id: id,
        since,
      })),
    )
    .execute()
  return rows.map(({ id }) => id)
}
