import { type AnswerOf, type resourceList, usesByPath } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

type ResourceShown = AnswerOf<typeof resourceList>[number]

const usedBy = sql`case lower(resource_path(r.id)) ${sql.join(
  [...usesByPath].map(([path, use]) => sql`when ${sql.lit(path)} then array[${sql.lit(use)}]`),
  sql` `,
)} else array[]::text[] end`

/** Source of resources; the endpoints restrict it to administrators. */
export const resourceSource: ListSource<ResourceShown> = {
  from: sql`resources r`,
  columns: {
    id: column.id('r.id'),
    node: column.id('r.node_id', 'nullable'),
    path: column.text(sql`resource_path(r.id)`),
    name: column.text('r.name'),
    description: column.text('r.description', 'nullable'),
    type: column.text('r.type'),
    locales: column.list(
      sql`array(select c.locale from resource_contents c where c.resource_id = r.id order by c.locale)`,
    ),
    nodes: column.integer(sql`(select count(*) from resources n where n.node_id = r.id)`),
    usedby: column.list(usedBy),
    created: column.instant('r.created_at'),
    lastupdate: column.instant('r.updated_at'),
    version_no: column.integer('r.version_no'),
  },
  key: 'id',
  order: ['path'],
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`false`),
}
