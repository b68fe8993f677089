import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import type { Anchor, ChainRow, TimeWindow } from './chain.ts'

// arbitrary number, the same in all processes
const sealerLock = 7_204_611

/** Returns true if this transaction may seal. One process seals at a time. */
export async function maySeal(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_try_advisory_xact_lock(${sealerLock}::bigint) as may`.execute(tx)
  return rows[0]!.may
}

/** Columns of a row as they are hashed; times in the full precision of the database. */
const content = sql`id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  account_id::text, actor, user_id::text, username, session_id::text, via, kind, class_code, object_id, label, action,
  before::text, after::text, correlation, signature`

const rowsOf = async <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> =>
  (await statement.execute(db)).rows

const isWaiting = sql`seq is null and not is_rejected`

/** Returns unsealed rows with a credible time, oldest first. */
export const unsealedRows = (tx: Db, { from, to }: TimeWindow, most: number): Promise<ChainRow[]> =>
  rowsOf(
    tx,
    sql<ChainRow>`select ${content} from audit_log where ${isWaiting} and at between ${from} and ${to}
      order by id limit ${most}`,
  )

export const countUnsealed = async (db: Db): Promise<number> =>
  (await rowsOf(db, sql<{ count: number }>`select count(*) as count from audit_log where ${isWaiting}`))[0]!
    .count

/** The first of a set of rows without a place in the chain, and the size of the set. */
export interface Unplaced {
  id: string
  at: string
  label: string
  count: number
}

const unplaced = (where: RawBuilder<unknown>) =>
  sql<Unplaced>`select id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, label,
    count(*) over () as count from audit_log where ${where} order by id limit 1`

/** Returns the first row that no server of this installation signed. */
export const firstRejected = async (db: Db): Promise<Unplaced | null> =>
  (await rowsOf(db, unplaced(sql`is_rejected`)))[0] ?? null

/** Returns the first unsealed row whose time is not credible. */
export const firstOutsideWindow = async (db: Db, { from, to }: TimeWindow): Promise<Unplaced | null> =>
  (await rowsOf(db, unplaced(sql`${isWaiting} and not at between ${from} and ${to}`)))[0] ?? null

/** Marks rows as rejected: they get no place in the chain. */
export const rejectRows = async (tx: Db, ids: readonly string[]): Promise<void> => {
  await sql`update audit_log set is_rejected = true where id = any(${ids}::uuid[]) and seq is null`.execute(
    tx,
  )
}

/** Returns true if rows were sealed by the version without signatures, and no signed row has been sealed yet. */
export const isSigningNew = async (tx: Db): Promise<boolean> =>
  (
    await rowsOf(
      tx,
      sql<{ isNew: boolean }>`select exists (select from audit_anchors) and not exists
        (select from audit_log where seq is not null and signature is not null) as "isNew"`,
    )
  )[0]!.isNew

/** A row with its place in the chain. */
export type SealedRow = ChainRow & { seq: number; hash: Buffer }

/** Returns rows of the chain after a place, in order. */
export const sealedRows = (db: Db, after: number, most: number): Promise<SealedRow[]> =>
  rowsOf(
    db,
    sql<SealedRow>`select ${content}, seq, hash from audit_log where seq > ${after} order by seq limit ${most}`,
  )

export const hashAt = async (db: Db, seq: number): Promise<Buffer | null> =>
  (await rowsOf(db, sql<{ hash: Buffer }>`select hash from audit_log where seq = ${seq}`))[0]?.hash ?? null

export const lastSeq = async (db: Db): Promise<number> =>
  (await rowsOf(db, sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from audit_log`))[0]!.seq

/** Assigns places to rows. Returns the number of rows that had none before. */
export async function placeRows(
  tx: Db,
  places: readonly { id: string; seq: number; hash: Buffer }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update audit_log a set seq = p.seq, hash = p.hash
    from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ seq }) => seq)}::bigint[],
      ${places.map(({ hash }) => hash)}::bytea[]) as p (id, seq, hash)
    where a.id = p.id and a.seq is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export const insertAnchor = (tx: Db, anchor: Anchor) =>
  tx.insertInto('audit_anchors').values(anchor).execute()

const anchors = (db: Db) => db.selectFrom('audit_anchors').select(['seq', 'hash', 'at', 'signature'])

export const lastAnchor = async (db: Db): Promise<Anchor | null> =>
  (await anchors(db).orderBy('seq', 'desc').limit(1).executeTakeFirst()) ?? null

/** Returns the anchors after one place up to another, in order. */
export const anchorsBetween = (db: Db, after: number, until: number): Promise<Anchor[]> =>
  anchors(db).where('seq', '>', after).where('seq', '<=', until).orderBy('seq').execute()

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
