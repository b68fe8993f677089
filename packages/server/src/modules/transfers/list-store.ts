import type { AnswerOf, transferList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

type Shown = Omit<AnswerOf<typeof transferList>[number], 'fileurl'>

export const transferSource: ListSource<Shown> = {
  from: sql`transfers f join stations s on s.id = f.station_id
    left join station_uploads u on u.transfer_id = f.id`,
  columns: {
    id: column.id('f.id'),
    kind: column.text('f.kind'),
    stationid: column.id('f.station_id'),
    identity: column.text('s.identity'),
    commandid: column.id('f.command_id', 'nullable'),
    location: column.text('f.location'),
    filename: column.text(sql`coalesce(u.name, f.file_name)`, 'nullable'),
    filebytes: column.integer('u.size', 'nullable'),
    status: column.text('f.status'),
    statuses: column.shown('f.statuses'),
    created: column.instant('f.created_at'),
    lastupdate: column.instant('f.updated_at'),
    finished: column.instant('f.finished_at', 'nullable'),
  },
  key: 'id',
  order: ['created DESC'],
  visible: ofAccount('f.account_id', { charge_point: 'f.station_id' }),
}
