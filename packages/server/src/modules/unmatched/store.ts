import type { AnswerOf, unmatchedGet, unmatchedList } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import { exceptFor, ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'

type Shown = AnswerOf<typeof unmatchedList>[number]

export const unmatchedSource: ListSource<Shown> = {
  from: sql`unmatched_messages q left join stations s on s.id = q.station_id left join users u on u.id = q.resolved_by`,
  columns: {
    id: column.id('q.id'),
    stationid: column.id('q.station_id'),
    identity: column.text('s.identity'),
    kind: column.text('q.kind'),
    action: column.text('q.action'),
    received: column.instant('q.received_at'),
    repeats: column.integer('q.repeats'),
    reason: column.text('q.reason'),
    candidate: column.integer('q.candidate_number', 'nullable'),
    resolved: column.instant('q.resolved_at', 'nullable'),
    resolvedby: column.text('u.username', 'nullable'),
    resolution: column.text('q.resolution', 'nullable'),
  },
  key: 'id',
  order: ['received DESC'],
  visible: ofAccount('q.account_id', { charge_point: 'q.station_id' }),
}

/** Source of one unmatched message, including its payload. */
export const unmatchedMessage: ListSource<AnswerOf<typeof unmatchedGet>> = {
  ...unmatchedSource,
  columns: {
    ...unmatchedSource.columns,
    lastreceived: column.instant('q.last_at'),
    energy: column.integer(
      sql`(select t.energy_wh from transactions t where t.number = q.candidate_number and t.station_id = q.station_id)`,
      'nullable',
    ),
    proposedenergy: column.integer('q.proposed_energy_wh', 'nullable'),
    payload: column.text('q.payload'),
  },
}

/** Returns the message if the viewer may see it, locked for its resolution. */
export const lockUnmatched = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('unmatched_messages')
    .select([
      'id',
      'account_id',
      'station_id',
      'kind',
      'payload',
      'candidate_number',
      'received_at',
      'resolved_at',
    ])
    .where('id', '=', id)
    .$if(!scope.isAdmin, (query) => query.where('account_id', '=', scope.accountId))
    .where(sql<boolean>`true${exceptFor(scope, { charge_point: 'station_id' })}`)
    .forUpdate()
    .executeTakeFirst()

export type UnmatchedRow = NonNullable<Awaited<ReturnType<typeof lockUnmatched>>>

export const closeUnmatched = (db: Db, id: string, resolved: { by: string; at: Date; resolution: string }) =>
  db
    .updateTable('unmatched_messages')
    .set({
      resolved_at: resolved.at,
      resolved_by: resolved.by,
      resolution: resolved.resolution,
      // the next message beyond the limit begins a new row
      payload_hash: sql`case when kind = 'overflow' then id::text else payload_hash end`,
    })
    .where('id', '=', id)
    .execute()

/** Resolved or matched messages stored per station; the audit trail has the decisions. */
const maxResolved = 1_000

/** Deletes the oldest resolved messages of stations that have more than 1,000. */
export async function deleteOldResolved(db: Db): Promise<void> {
  await sql`
    delete from unmatched_messages where id in (
      select id from (
        select id, row_number() over (partition by station_id order by resolved_at desc, id desc) as place
        from unmatched_messages where resolved_at is not null
      ) resolved where place > ${maxResolved}
    )`.execute(db)
}
