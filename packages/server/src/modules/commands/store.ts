import { type CommandNote, errorMessage } from '@stationmaster/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { intoStateChanges } from '../../storage/ingest-statement.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { Commands } from '../../storage/tables.gen.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { stationsByName } from '../stations/index.ts'
import { type CommandState, graceMs, maxWaiting, restartMs, type ConcludedCommand } from './command.ts'
import type { Addressee, Asker, CommandFacts } from './effects.ts'
import { asJson, type Payload } from './payload.ts'

export type CommandRow = Selectable<Commands>
export type MessageParams = NonNullable<Refusal['params']>

/** Returns a command's row as effects see it. */
export const factsOf = (row: CommandRow): CommandFacts => ({
  id: row.id,
  accountId: row.account_id,
  stationId: row.station_id,
  action: row.action,
  request: row.request as Payload, // written by sendCommand
  requestedBy: row.requested_by,
  createdAt: row.created_at,
})

/** Finds the stations of these names (identity, `<account code>/<identity>` or id) that the asker may command. */
export const findAddressees = (
  db: Db,
  asker: Asker,
  names: readonly string[],
): Promise<(Addressee | null)[] | Refusal> => {
  const visible = ofAccount('s.account_id', { charge_point: 's.id' })(asker)
  return stationsByName(db, visible, { names, field: 'identities' })
}

/** Counts waiting commands per station; stations without any are left out. */
export async function countWaiting(db: Db, stationIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('commands')
    .select(['station_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .where('state', '=', 'queued')
    .groupBy('station_id')
    .having((eb) => eb.fn.countAll(), '>=', maxWaiting)
    .execute()
  return new Map(rows.map((row) => [row.station_id, row.count]))
}

/** Returns those of the stations that have a waiting command. */
export async function findWaiting(db: Db, stationIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('commands')
    .select('station_id')
    .distinct()
    .where('station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .where('state', '=', 'queued')
    .execute()
  return rows.map((row) => row.station_id)
}

/** A command to be stored. */
export interface NewCommand {
  id: string
  stationId: string
  accountId: string
  state: 'queued' | 'failed'
  /** Reason why it cannot be sent. */
  reason: Refusal | null
  /** The command's own payload as JSON text if the payloads of the run differ. */
  request: string | null
  secretRequest: string | null
}
/** Fields shared by the commands of one run. */
export interface NewRun {
  id: string
  action: string
  request: string
  secretRequest: string | null
  requestedBy: string | null
  /** Milliseconds that a station may take to answer; null: the server's default. */
  answerMs: number | null
  createdAt: Date
  expiresAt: Date
}

/** Stores a whole run in one statement. */
export async function insertRun(tx: Tx, run: NewRun, commands: readonly NewCommand[]): Promise<void> {
  const column = <K extends keyof NewCommand>(name: K) => commands.map((command) => command[name])
  const reasons = commands.map(({ reason }) => reasonColumns(reason))
  await sql`
    insert into commands (id, run_id, account_id, station_id, action, request, secret_request, state, message,
      message_code, message_params, requested_by, answer_ms, created_at, expires_at)
    select c.id, ${run.id}::uuid, c.account_id, c.station_id, ${run.action},
      coalesce(c.request, ${run.request}::json),
      case when c.state = 'queued' then coalesce(c.secret_request, ${run.secretRequest}::json) end,
      c.state, c.message, c.message_code, c.message_params, ${run.requestedBy}::uuid, ${run.answerMs}::int,
      ${run.createdAt}::timestamptz, ${run.expiresAt}::timestamptz
    from unnest(${column('id')}::uuid[], ${column('accountId')}::uuid[], ${column('stationId')}::uuid[],
      ${column('request')}::json[], ${column('secretRequest')}::json[], ${column('state')}::text[],
      ${reasons.map((reason) => reason.message)}::text[], ${reasons.map((reason) => reason.message_code)}::text[],
      ${reasons.map((reason) => reason.message_params)}::json[])
      as c (id, account_id, station_id, request, secret_request, state, message, message_code, message_params)`.execute(
    tx,
  )
}

/**
 * Marks the oldest waiting command of a station as sent. Returns null if nothing waits, `busy` while another
 * one is in flight. Two concurrent callers select the same row and the second finds it taken; should they
 * select different ones, the unique index rejects the second.
 */
export async function takeNext(
  db: Db,
  station: { id: string; epoch?: number },
  by: { process: string; now: Date; answerMs: number; hasScript: boolean },
): Promise<{ row: CommandRow; payload: Payload } | 'busy' | null> {
  const epoch = station.epoch ?? null
  const { rows } = await sql<
    (CommandRow & { wire: unknown; is_busy: boolean }) | { id: null; is_busy: boolean }
  >`
    with taken as materialized (
      select c.id, coalesce(c.secret_request, c.request) as wire from commands c
      where c.station_id = ${station.id} and c.state = 'queued' and c.expires_at > ${by.now}
        and not exists (select from commands f where f.station_id = ${station.id} and f.state = 'sent')
        and not exists (select from users u where u.id = c.requested_by and (
          u.state in ('locked', 'expired', 'deleted')
          or not u.is_admin and exists (select from class_rights r
            where r.class_code = 'command' and r.denied ~ '[ac]' and (r.user_id = u.id
              or r.group_id in (select p.group_id from group_people p where p.user_id = u.id)))
          or not u.is_admin and exists (select from object_rights r
            where r.object_id = c.station_id and r.denied ~ 's' and (r.user_id = u.id
              or r.group_id in (select p.group_id from group_people p where p.user_id = u.id)))))
        and (${epoch}::bigint is null
          or exists (select from stations s where s.id = c.station_id and s.connection_epoch = ${epoch}::bigint))
      order by c.turn limit 1),
    sent as (update commands set state = 'sent', sent_at = ${by.now}, answer_by = ${by.now}::timestamptz
      + coalesce(answer_ms, ${by.answerMs}::int) * interval '1 ms', process = ${by.process},
      secret_request = null
    from taken where commands.id = taken.id and commands.state = 'queued'
    returning commands.*, taken.wire),
    recorded as (${sql.raw(intoStateChanges)}
      select account_id, 'command', id, 'send', 'queued', state from sent where ${by.hasScript}::boolean)
    select sent.*, is_busy
    from (select exists (select from commands where station_id = ${station.id} and state = 'sent') as is_busy) as now
    left join sent on true`.execute(db)
  const row = rows[0]!
  if (row.id === null) return row.is_busy ? 'busy' : null
  return { row, payload: row.wire as Payload }
}

/**
 * Locks sent commands that no process waits for any more: those of other processes at a station that is now
 * connected here, and all whose time limit passed long ago. Skips locked ones only without a station, whose queue
 * would otherwise wait for the next check.
 */
export async function lockStale(
  tx: Tx,
  now: Date,
  connection?: { station: { id: string; epoch?: number }; process: string },
): Promise<CommandRow[]> {
  const overdue = new Date(now.getTime() - graceMs)
  return tx
    .selectFrom('commands')
    .selectAll()
    .where('state', '=', 'sent')
    .$if(connection !== undefined, (query) => query.where('station_id', '=', connection!.station.id))
    .$if(connection?.station.epoch !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('stations')
            .select('id')
            .whereRef('stations.id', '=', 'commands.station_id')
            .where('connection_epoch', '=', connection!.station.epoch!),
        ),
      ),
    )
    .where((eb) =>
      eb.or([
        eb('answer_by', '<', overdue),
        ...(connection ? [eb('process', 'is distinct from', connection.process)] : []),
      ]),
    )
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .$if(connection === undefined, (query) => query.skipLocked())
    .execute()
}

/** Locks waiting commands whose time in the queue has passed. */
export const lockExpired = (tx: Tx, now: Date): Promise<CommandRow[]> =>
  tx
    .selectFrom('commands')
    .selectAll()
    .where('state', '=', 'queued')
    .where('expires_at', '<=', now)
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .skipLocked()
    .execute()

/** Locks commands that these processes have sent. */
export const lockSentBy = (tx: Tx, processes: readonly string[]): Promise<CommandRow[]> =>
  tx
    .selectFrom('commands')
    .selectAll()
    .where('state', '=', 'sent')
    .where('process', 'in', processes)
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .skipLocked()
    .execute()

/** Locks waiting commands of stations that were connected to these processes, and to no other since. */
export const lockWaitingFor = (tx: Tx, processes: readonly string[]): Promise<CommandRow[]> =>
  tx
    .selectFrom('commands')
    .selectAll()
    .where('state', '=', 'queued')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stations')
          .select('id')
          .whereRef('stations.id', '=', 'commands.station_id')
          .where('connected_process', 'in', processes),
      ),
    )
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .skipLocked()
    .execute()

export const lockCommand = (tx: Tx, id: string): Promise<CommandRow | undefined> =>
  tx.selectFrom('commands').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns a command that the viewer may see, locked for update unless `isLocked` is false. */
export const findSeen = (
  db: Db,
  visible: RawBuilder<unknown>,
  { id, isLocked }: { id: string; isLocked: boolean },
): Promise<CommandRow | undefined> =>
  db
    .selectFrom('commands as c')
    .selectAll('c')
    .where('c.id', '=', id)
    .where(sql<boolean>`${visible}`)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()

/** Ends commands that the station has not answered. */
export async function endUnanswered(
  tx: Tx,
  ids: readonly string[],
  end: { state: CommandState; reason: Refusal },
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('commands')
    .set({ state: end.state, ...reasonColumns(end.reason), secret_request: null })
    .where('id', 'in', ids)
    .execute()
}

/** Returns the columns of the reason why there is no answer: the code with its parameters, and its text. */
const reasonColumns = (reason: Refusal | null) => ({
  message: reason?.message ?? null,
  message_code: reason?.code ?? null,
  message_params: reason?.params ? asJson(reason.params) : null,
})

/** Returns the columns of a note. */
export const noteColumns = (code: CommandNote) => ({ note: errorMessage(code), note_code: code })

/** Returns the columns of a command that its outcome changes. */
export const concludedColumns = (settled: ConcludedCommand) => ({
  state: settled.state,
  status: settled.status,
  response: settled.response,
  error_code: settled.errorCode,
  ...reasonColumns(settled.reason),
  ...(settled.description !== null && { message: settled.description }),
  is_late: settled.isLate,
})

/** Stores the result of a command. `ms`: duration of the call as in the OCPP log; null: until now. */
export async function storeConcluded(
  tx: Tx,
  id: string,
  { settled, now, ms }: { settled: ConcludedCommand; now: Date; ms: number | null },
): Promise<void> {
  const answeredAt = ms === null ? now : sql<Date>`coalesce(sent_at + ${ms} * interval '1 ms', ${now})`
  await tx
    .updateTable('commands')
    .set({ ...concludedColumns(settled), ...(settled.isAnswered && { answered_at: answeredAt }) })
    .where('id', '=', id)
    .execute()
}

/** Returns those of the ids whose command exists and has not ended. */
export async function stillOpen(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('commands')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', ['queued', 'sent'])
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Milliseconds for which accepted remote starts are checked; older ones were checked before or no server was
 * running.
 */
const startWindowMs = 3_600_000

/** Locks remote starts accepted before a time that no transaction of the station followed. */
export const lockNotStarted = (tx: Tx, before: Date): Promise<CommandRow[]> =>
  tx
    .selectFrom('commands as c')
    .selectAll('c')
    .where('c.action', '=', 'RemoteStartTransaction')
    .where('c.state', '=', 'accepted')
    .where('c.note_code', 'is', null)
    .where('c.answered_at', '<=', before)
    .where('c.answered_at', '>', new Date(before.getTime() - startWindowMs))
    .where(
      // ->> fails on an escaped NUL, which a tag may contain
      sql<boolean>`not exists (select from transactions t where t.station_id = c.station_id
        and t.received_start_at >= c.sent_at
        and case when c.request::text like '%\\u0000%' then true
          else lower(t.id_tag) = lower(c.request ->> 'idTag')
            or t.evse_no = (c.request ->> 'connectorId')::numeric end)`,
    )
    .orderBy('c.id')
    .limit(1000)
    .forUpdate()
    .skipLocked()
    .execute()

export async function noteNotStarted(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('commands').set(noteColumns('command.not_started')).where('id', 'in', ids).execute()
}

/** Returns the command of a run to a station, if it was stored. */
export const findCommandOfRun = (
  db: Db,
  { runId, stationId }: { runId: string; stationId: string },
): Promise<CommandRow | undefined> =>
  db
    .selectFrom('commands')
    .selectAll()
    .where('run_id', '=', runId)
    .where('station_id', '=', stationId)
    .executeTakeFirst()

export const findCommand = (db: Db, id: string): Promise<CommandRow> =>
  db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const resetEnd = sql`c.sent_at + ${restartMs} * interval '1 ms'`
const hasBooted = sql<boolean>`s.booted_at > c.sent_at and s.booted_at <= ${resetEnd}`
const hasStopped = sql<boolean>`exists (select from transactions t where t.station_id = c.station_id
  and t.received_stop_at > c.sent_at and t.received_stop_at <= ${resetEnd}
  and t.stop_reason in ('HardReset', 'SoftReset') and t.started_at > c.sent_at - interval '30 days')`

/**
 * Locks the newest Resets without a boot after them: those of one station, or those of all stations with
 * evidence that they were carried out. The window is an hour longer than that of a boot, because the server
 * may have been down.
 */
export const lockResets = (tx: Tx, now: Date, stationId?: string): Promise<CommandRow[]> =>
  tx
    .selectFrom('commands as c')
    .innerJoin('stations as s', 's.id', 'c.station_id')
    .selectAll('c')
    .where('c.action', '=', 'Reset')
    .where('c.restarted_at', 'is', null)
    .where('c.sent_at', '>', new Date(now.getTime() - restartMs - 3_600_000))
    .$if(stationId !== undefined, (query) => query.where('c.station_id', '=', stationId!))
    .$if(stationId === undefined, (query) =>
      query.where(
        sql<boolean>`(${hasBooted} or c.state in ('unknown', 'timeout') and c.note_code is null and ${hasStopped})`,
      ),
    )
    .orderBy('c.sent_at', 'desc')
    .limit(1000)
    .forUpdate('c')
    .$if(stationId === undefined, (query) => query.skipLocked())
    .execute()

/** Evidence that a station carried out a Reset. */
export interface ResetEvidence {
  bootedAt: Date | null
  hasStopped: boolean
}

/**
 * Returns what followed a Reset within the time that counts, and before the next Reset. Each boot is an event; the
 * time stored with the station is only that of its last boot, and is used if the event was left out (L144).
 */
export async function findResetEvidence(tx: Tx, { id }: Pick<CommandRow, 'id'>): Promise<ResetEvidence> {
  const isLast = sql`(n.sent_at is null or n.sent_at >= s.booted_at)`
  const { rows } = await sql<ResetEvidence>`
    select coalesce(b.at, case when ${hasBooted} and ${isLast} then s.booted_at end) as "bootedAt",
      ${hasStopped} and coalesce(${isLast}, false) as "hasStopped"
    from commands c join stations s on s.id = c.station_id,
    lateral (select min(later.sent_at) as sent_at from commands later
      where later.station_id = c.station_id and later.created_at > c.sent_at - interval '10 minutes'
        and later.action = 'Reset' and later.sent_at > c.sent_at) n,
    lateral (select min(e.at) as at from activity e
      where e.station_id = c.station_id and e.kind = 'booted' and e.id >= activity_floor(c.sent_at)
        and e.at > c.sent_at and e.at <= least(${resetEnd}, n.sent_at)) b
    where c.id = ${id}`.execute(tx)
  return rows[0] ?? { bootedAt: null, hasStopped: false }
}

/** Stores the conclusion of a Reset. */
export async function storeConclusion(
  tx: Tx,
  id: string,
  conclusion: { state: CommandState; restarted_at: Date | null } & Partial<ReturnType<typeof noteColumns>>,
): Promise<void> {
  await tx.updateTable('commands').set(conclusion).where('id', '=', id).execute()
}
