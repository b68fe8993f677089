import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

export interface NewUpload {
  transferId: string
  accountId: string
  stationId: string
  secretHash: Buffer
  expiresAt: Date
}

/** Stores addresses; one that exists already remains that of its first transfer. */
export async function insertUploads(tx: Tx, uploads: readonly NewUpload[]): Promise<void> {
  if (uploads.length === 0) return
  await tx
    .insertInto('station_uploads')
    .values(
      uploads.map(({ transferId, accountId, stationId, secretHash, expiresAt }) => ({
        transfer_id: transferId,
        account_id: accountId,
        station_id: stationId,
        secret_hash: secretHash,
        expires_at: expiresAt,
      })),
    )
    .onConflict((conflict) => conflict.column('secret_hash').doNothing())
    .execute()
}

/** Deletes the address of a transfer that the station will not begin. */
export const deleteUnusedUpload = (tx: Tx, transferId: string) =>
  tx
    .deleteFrom('station_uploads')
    .where('transfer_id', '=', transferId)
    .where('received_at', 'is', null)
    .execute()

/** An upload that has begun. */
export interface Attempt {
  transferId: string
  accountId: string
  stationId: string
  attempt: number
}

/**
 * Begins an upload, which replaces an unfinished one of the same address; null if the address is unknown, has
 * expired, was used, or was tried too often.
 */
export async function beginUpload(
  db: Db,
  secretHash: Buffer,
  { now, maxAttempts }: { now: Date; maxAttempts: number },
): Promise<Attempt | null> {
  const row = await db
    .updateTable('station_uploads')
    .set({ attempt: sql<number>`attempt + 1` })
    .where('secret_hash', '=', secretHash)
    .where('received_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempt', '<', maxAttempts)
    .returning(['transfer_id as transferId', 'account_id as accountId', 'station_id as stationId', 'attempt'])
    .executeTakeFirst()
  if (!row) return null
  await db
    .deleteFrom('station_upload_parts')
    .where('transfer_id', '=', row.transferId)
    .where('attempt', '<', row.attempt)
    .execute()
  return row
}

export const insertPart = (
  db: Db,
  { transferId, attempt }: Attempt,
  { number, content }: { number: number; content: Buffer },
) =>
  db
    .insertInto('station_upload_parts')
    .values({ transfer_id: transferId, attempt, part_no: number, content })
    .execute()

export const deleteParts = (db: Db, { transferId, attempt }: Attempt) =>
  db
    .deleteFrom('station_upload_parts')
    .where('transfer_id', '=', transferId)
    .where('attempt', '=', attempt)
    .execute()

/** Ends an upload, after which its address is no longer valid; false if another attempt has replaced it. */
export async function endUpload(
  tx: Tx,
  { transferId, attempt }: Attempt,
  file: { name: string | null; size: number; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('station_uploads')
    .set({ name: file.name, size: file.size, received_at: file.now })
    .where('transfer_id', '=', transferId)
    .where('attempt', '=', attempt)
    .where('received_at', 'is', null)
    .returning('transfer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the oldest files of an account beyond its total of bytes, but not the newest one. */
export async function removeBeyond(tx: Tx, accountId: string, maxBytes: number): Promise<void> {
  await sql`
    delete from station_uploads u using (
      select transfer_id, sum(size) over newest as total, row_number() over newest as place from station_uploads
      where account_id = ${accountId} and received_at is not null
      window newest as (order by received_at desc, transfer_id)) o
    where u.transfer_id = o.transfer_id and o.total > ${maxBytes} and o.place > 1`.execute(tx)
}

/** Deletes files that were received before a time, and addresses that have expired. */
export async function removeOldUploads(db: Db, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db
    .deleteFrom('station_uploads')
    .where(sql<Date>`coalesce(received_at, expires_at)`, '<', now)
    .where((where) => where.or([where('received_at', 'is', null), where('received_at', '<', before)]))
    .execute()
}

/** Returns the size and the names of a received file; undefined if there is none. */
export const findUpload = (db: Db, transferId: string) =>
  db
    .selectFrom('station_uploads as u')
    .innerJoin('transfers as f', 'f.id', 'u.transfer_id')
    .select([
      'u.attempt',
      'u.size',
      'u.name',
      'f.file_name as announcedName',
      'f.kind',
      'f.created_at as createdAt',
    ])
    .where('u.transfer_id', '=', transferId)
    .where('u.received_at', 'is not', null)
    .executeTakeFirst()

/** Returns a part of a file; undefined if the file was deleted. */
export async function partOf(
  db: Db,
  { transferId, attempt }: Pick<Attempt, 'transferId' | 'attempt'>,
  number: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('station_upload_parts')
    .select('content')
    .where('transfer_id', '=', transferId)
    .where('attempt', '=', attempt)
    .where('part_no', '=', number)
    .executeTakeFirst()
  return row?.content
}
