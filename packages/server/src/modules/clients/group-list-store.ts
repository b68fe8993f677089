import type { AnswerOf, clientGroupGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { WithFacts } from '../workflow/index.ts'

/** Selects the groups that the viewer may see, as `client_groups g`: users of a client see the group of that client. */
export const visibleGroups = ofAccountOrDriver('g.account_id', { client_group: 'g.id' }, () => sql`false`)

export const clientGroupSource: ListSource<WithFacts<AnswerOf<typeof clientGroupGet>>> = {
  from: sql`client_groups g`,
  columns: {
    ...objectColumns('client_group', { alias: 'g', owner: 'g.owner_id' }),
    code: column.text('g.code'),
    label: column.text('g.label'),
    description: column.text('g.description', 'nullable'),
    members:
      column.integer(sql`(select count(*) from client_group_members m join clients c on c.id = m.client_id
      where m.group_id = g.id and m.until is null and c.state <> 'deleted')`),
    tags: column.list('g.tags'),
    methods: column.shown(sql`json_build_object('id', g.id, 'state', g.state)`),
    version_no: column.integer('g.version_no'),
  },
  key: 'id',
  order: ['label'],
  visible: visibleGroups,
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`g.state = 'deleted'` },
}
