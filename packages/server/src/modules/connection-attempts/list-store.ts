import type { AnswerOf, connectionAttemptList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

type Shown = AnswerOf<typeof connectionAttemptList>[number]

// the station of an attempt may have been added after it
const station = sql`left join stations known on known.id = c.station_id
  left join stations added on c.station_id is null and added.account_id = c.account_id
    and added.identity = c.identity and added.state <> 'deleted'
  cross join lateral (select coalesce(known.id, added.id) as id,
    coalesce(known.last_seen_at, added.last_seen_at) as last_seen_at) s`

export const connectionAttemptSource: ListSource<Shown> = {
  from: sql`connection_attempts c left join accounts a on a.id = c.account_id ${station}`,
  columns: {
    id: column.id('c.id'),
    accountid: column.id('c.account_id', 'nullable'),
    accountcode: column.text('a.code', 'nullable'),
    stationid: column.id('s.id', 'nullable'),
    identity: column.text('c.identity'),
    address: column.text('c.address'),
    username: column.text('c.username', 'nullable'),
    path: column.text('c.path'),
    reason: column.text('c.reason'),
    count: column.integer('c.count'),
    first: column.instant('c.first_at'),
    last: column.instant('c.last_at'),
    resolved: column.boolean(sql`coalesce(s.last_seen_at > c.last_at, false)`),
  },
  key: 'id',
  order: ['last DESC', 'id DESC'],
  visible: (scope) =>
    scope.isAdmin
      ? sql`true`
      : sql`c.account_id = ${scope.accountId}${exceptFor(scope, { charge_point: 's.id' })}`,
}
