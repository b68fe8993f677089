import type { AnswerOf, securityEventList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { ownSecurityEvents } from '../../shared/security-event.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

type Shown = AnswerOf<typeof securityEventList>[number]

export const securityEventSource: ListSource<Shown> = {
  from: sql`security_events e join stations s on s.id = e.station_id`,
  columns: {
    id: column.id('e.id'),
    stationid: column.id('e.station_id'),
    identity: column.text('s.identity'),
    type: column.text('e.type'),
    own: column.boolean(sql`e.type = any(${[...ownSecurityEvents]}::text[])`),
    happened: column.instant('e.happened_at'),
    received: column.instant('e.received_at'),
    info: column.text('e.tech_info', 'nullable'),
  },
  key: 'id',
  order: ['received DESC', 'id DESC'],
  visible: ofAccount('e.account_id', { charge_point: 'e.station_id' }),
}
