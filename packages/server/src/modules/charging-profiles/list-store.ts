import type { AnswerOf, profileList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

type Shown = AnswerOf<typeof profileList>[number]

export const profileSource: ListSource<Shown> = {
  from: sql`charging_profiles p`,
  columns: {
    id: column.id('p.id'),
    profileid: column.integer('p.profile_number'),
    description: column.text('p.description'),
    profile: column.shown('p.profile'),
    purpose: column.text('p.purpose'),
    stacklevel: column.integer('p.stack_level'),
    created: column.instant('p.created_at'),
    lastupdate: column.instant('p.updated_at'),
    installed: column.shown(sql`coalesce((
      select json_agg(json_build_object('identity', s.identity, 'connectorid', i.evse_no,
        'at', to_char(i.installed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.identity)
      from charging_profile_installs i join stations s on s.id = i.station_id
      where i.profile_number = p.profile_number and s.account_id = p.account_id and s.state <> 'deleted'), '[]')`),
  },
  key: 'id',
  order: ['profileid'],
  visible: (scope) => (scope.isAdmin ? sql`true` : sql`p.account_id = ${scope.accountId}`),
}
