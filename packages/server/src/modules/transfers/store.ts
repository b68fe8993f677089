import { toWireText } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { Candidate, TransferKind, TransferMatch } from './transfer.ts'

/** Draws the next value of the sequence of request numbers; it is permuted before it is exposed. */
export async function drawRequestNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select nextval('request_number_seq') as n`.execute(db)
  return rows[0]!.n
}

/** Transfers per station, and statuses per transfer; a station can begin and end them without a request. */
const maxTransfers = 500
const maxStatuses = 100

interface NewTransfer extends TransferMatch {
  accountId: string
  stationId: string
  commandId: string | null
}

interface Step {
  status: string
  /** True if no further status follows. */
  isLast: boolean
}

const textOf = (text: string, most: number): string => toWireText(text.slice(0, most))
const entry = (status: string, at: Date) => JSON.stringify([{ status, at: at.toISOString() }])

export async function insertTransfers(
  tx: Tx,
  transfers: readonly NewTransfer[],
  { step, now }: { step: Step; now: Date },
): Promise<string[]> {
  const status = textOf(step.status, 60)
  const rows = await tx
    .insertInto('transfers')
    .values(
      transfers.map((transfer) => ({
        id: newId(now.getTime()),
        account_id: transfer.accountId,
        station_id: transfer.stationId,
        command_id: transfer.commandId,
        kind: transfer.kind,
        location: textOf(transfer.location, 2000),
        request_number: transfer.requestNumber,
        status,
        statuses: entry(status, now),
        created_at: now,
        updated_at: now,
        finished_at: step.isLast ? now : null,
      })),
    )
    .returning('id')
    .execute()
  await removeOldest(
    tx,
    transfers.map(({ stationId }) => stationId),
  )
  return rows.map((row) => row.id)
}

/** Deletes the oldest transfers of stations beyond the limit. */
async function removeOldest(tx: Tx, stationIds: readonly string[]): Promise<void> {
  await sql`
    delete from transfers f using unnest(${[...new Set(stationIds)]}::uuid[]) as s (id), lateral (
      select t.id from transfers t where t.station_id = s.id
      order by t.created_at desc, t.id desc offset ${maxTransfers}) o
    where f.id = o.id`.execute(tx)
}

/** Adds a status to a transfer; a step may reopen one that has ended. */
export async function noteStatus(
  tx: Tx,
  id: string,
  { step, now }: { step: Step & { fileName?: string | null }; now: Date },
): Promise<void> {
  const status = textOf(step.status, 60)
  await tx
    .updateTable('transfers')
    .set({
      status,
      // retains the first status, and the newest of the others
      statuses: sql<string>`case when jsonb_array_length(statuses) < ${maxStatuses} then statuses else statuses - 1 end
        || ${entry(status, now)}::jsonb`,
      finished_at: step.isLast ? now : null,
      updated_at: now,
      ...(step.fileName && { file_name: textOf(step.fileName, 500) }),
    })
    .where('id', '=', id)
    .execute()
}

export async function nameFile(tx: Tx, id: string, fileName: string): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ file_name: textOf(fileName, 500) })
    .where('id', '=', id)
    .execute()
}

/** Adds the newest status of a transfer to the activity, with the user whose command began it. */
export async function insertTransferEvent(
  tx: Tx,
  id: string,
  { messageId, at, left }: { messageId: string; at: Date; left: number },
): Promise<void> {
  await sql`
    insert into activity (id, at, account_id, kind, station_id, user_id, message_id, details)
    select activity_id(${at}::timestamptz), ${at}::timestamptz, f.account_id, 'transfer_changed', f.station_id,
      c.requested_by, ${messageId}, jsonb_strip_nulls(jsonb_build_object('type', f.kind, 'status', f.status,
        'leftout', nullif(${left}::int, 0)))
    from transfers f left join commands c on c.id = f.command_id where f.id = ${id}::uuid`.execute(tx)
}

/** Locks and returns the transfer of a command. */
export const lockOfCommand = (tx: Tx, commandId: string) =>
  tx
    .selectFrom('transfers')
    .select(['id', 'status'])
    .where('command_id', '=', commandId)
    .forUpdate()
    .executeTakeFirst()

/** Locks the open transfers of a kind that began before another one. */
export const lockOlderOpen = (tx: Tx, than: { id: string; stationId: string; kind: TransferKind }) =>
  tx
    .selectFrom('transfers')
    .select('id')
    .where('station_id', '=', than.stationId)
    .where('kind', '=', than.kind)
    .where('finished_at', 'is', null)
    .where('id', '<>', than.id)
    .where('status', '<>', 'Requested')
    .forUpdate()
    .execute()

/**
 * Locks the transfer to which a station's status most likely belongs: the one with its request number if it
 * has one, open before ended, begun before waiting, the newest. One that ended over a day ago is not
 * reopened.
 */
export async function lockCandidate(
  tx: Tx,
  report: { stationId: string; kind: TransferKind; requestNumber: number | null },
  now: Date,
): Promise<Candidate | null> {
  const { requestNumber } = report
  const row = await tx
    .selectFrom('transfers')
    .select(['id', 'status', sql<boolean>`finished_at is not null`.as('isFinished')])
    .where('station_id', '=', report.stationId)
    .where('kind', '=', report.kind)
    .where(sql<boolean>`coalesce(finished_at, ${now}::timestamptz) > ${now}::timestamptz - interval '1 day'`)
    .$if(requestNumber !== null, (query) =>
      query.where(sql<boolean>`coalesce(request_number = ${requestNumber}, true)`),
    )
    .orderBy(sql`finished_at is not null`)
    .orderBy(sql`status = 'Requested'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}
