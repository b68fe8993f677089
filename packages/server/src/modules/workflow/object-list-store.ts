import type { AnswerOf, objectGet } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Workflow } from './compile.ts'
import { inAccount } from './object-store.ts'

export type ObjectShown = AnswerOf<typeof objectGet>

/** The classes whose objects are kept as objects, and not in tables of their own. */
export const ownClasses = (workflow: Workflow): string[] =>
  [...workflow.classes.values()].filter(({ row }) => !row.is_system).map(({ row }) => row.code)

/** What the viewer sees of each class: all of it, all but some, some, or nothing; and what is their own. */
function inSight(viewer: Viewer, workflow: Workflow): RawBuilder<unknown> {
  if (viewer.isAdmin) return sql`true`
  const parts = ownClasses(workflow)
    .filter((code) => viewer.rights.may(code, 'a'))
    .map((code) => {
      const isOpen = viewer.rights.may(code, 's')
      const except = viewer.exceptions?.(code)
      const own = sql`o.owner_id = ${viewer.userId}`
      const named = except ? sql`o.id = any(${except.ids}::uuid[])` : null
      if (isOpen) return sql`(o.class_code = ${code}${named ? sql` and (${own} or not ${named})` : sql``})`
      return sql`(o.class_code = ${code} and (${own}${named ? sql` or ${named}` : sql``}))`
    })
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}

const visibleObjects = (viewer: Viewer, workflow: Workflow): RawBuilder<unknown> =>
  sql`${inAccount(viewer)} and ${inSight(viewer, workflow)}`

/** For a search over several classes: the classes that administrators made, and what of their objects a viewer sees. */
export const visibleObjectRows = ({ current }: { current: () => Workflow }) => ({
  codes: () => ownClasses(current()),
  visible: (viewer: Viewer) => visibleObjects(viewer, current()),
})

/** Objects of administrators' classes as lists show them to a viewer. */
export const objectSource = (viewer: Viewer, workflow: Workflow): ListSource<ObjectShown> => ({
  from: sql`objects o join classes c on c.code = o.class_code join class_types t on t.id = o.type_id
    join class_states s on s.id = o.state_id`,
  columns: {
    id: column.id('o.id'),
    classcode: column.text('o.class_code'),
    classname: column.text('c.name'),
    typecode: column.text('t.code'),
    typename: column.text('t.name'),
    statecode: column.text('s.code'),
    statename: column.text('s.label'),
    statelabel: column.text('s.label'),
    statetypecode: column.text('s.state_type'),
    owner: column.id('o.owner_id', 'nullable'),
    created: column.instant('o.created_at'),
    lastupdate: column.instant('o.updated_at'),
    label: column.text('o.label'),
    description: column.text('o.description', 'nullable'),
    tags: column.list('o.tags'),
    version_no: column.integer('o.version_no'),
  },
  key: 'id',
  order: ['label'],
  visible: () => visibleObjects(viewer, workflow),
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`s.state_type = 'deleted'` },
})
