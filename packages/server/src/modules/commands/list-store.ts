import type { AnswerOf, commandList } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import type { WithFacts } from '../workflow/index.ts'

export type CommandShown = AnswerOf<typeof commandList>[number]

export const visibleCommands = ofAccount('c.account_id', { command: 'c.id', charge_point: 'c.station_id' })

export const commandSource: ListSource<WithFacts<CommandShown>> = {
  from: sql`commands c join stations s on s.id = c.station_id left join users u on u.id = c.requested_by`,
  columns: {
    id: column.id('c.id'),
    runid: column.id('c.run_id'),
    stationid: column.id('c.station_id'),
    identity: column.text('s.identity'),
    action: column.text('c.action'),
    request: column.shown('c.request'),
    statecode: column.text('c.state'),
    status: column.text('c.status', 'nullable'),
    response: column.shown('c.response'),
    errorcode: column.text('c.error_code', 'nullable'),
    message: column.text('c.message', 'nullable'),
    messagecode: column.text('c.message_code', 'nullable'),
    messageparams: column.shown('c.message_params'),
    late: column.boolean('c.is_late'),
    note: column.text('c.note', 'nullable'),
    notecode: column.text('c.note_code', 'nullable'),
    restarted: column.instant('c.restarted_at', 'nullable'),
    requestedby: column.text('u.username', 'nullable'),
    created: column.instant('c.created_at'),
    sent: column.instant('c.sent_at', 'nullable'),
    answered: column.instant('c.answered_at', 'nullable'),
    roundtripms: column.integer(sql`(extract(epoch from c.answered_at - c.sent_at) * 1000)::int`, 'nullable'),
    methods: column.shown(sql`json_build_object('id', c.id, 'state', c.state)`),
  },
  key: 'id',
  order: ['created DESC'],
  visible: visibleCommands,
}

/** A connected station with the newest payloads that it reported about itself. */
export interface ConnectedStation {
  identity: string
  accountCode: string
  remoteAddress: string | null
  protocol: string | null
  connectedAt: Date | null
  bootPayload: string | null
  statusPayload: string | null
}

/** Returns connected stations that the viewer may see: all of them, or the one with the given id. */
export const listConnected = (db: Db, scope: Scope, id?: string): Promise<ConnectedStation[]> =>
  db
    .selectFrom('stations as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select([
      's.identity',
      'a.code as accountCode',
      's.remote_address as remoteAddress',
      's.protocol',
      's.connection_changed_at as connectedAt',
      's.boot_payload as bootPayload',
      's.status_payload as statusPayload',
    ])
    .where('s.is_connected', '=', true)
    .where('s.state', '<>', 'deleted')
    .where(sql<boolean>`${ofAccount('s.account_id', { charge_point: 's.id' })(scope)}`)
    .$if(id !== undefined, (query) => query.where('s.id', '=', id!))
    .orderBy('s.identity')
    .orderBy('a.code')
    .limit(5000)
    .execute()
