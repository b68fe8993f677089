import type { AnswerOf, objectGet } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Workflow } from './compile.ts'
import { inAccount } from './object-store.ts'
import type { WithFacts } from './subject.ts'

type ObjectShown = AnswerOf<typeof objectGet>

/** Returns the classes whose objects are stored in `objects`, not in tables of their own. */
export const ownClasses = (workflow: Workflow): string[] =>
  [...workflow.classes.values()].filter(({ row }) => !row.is_system).map(({ row }) => row.code)

/**
 * Returns the condition for the objects that the viewer sees: per class all, all but some, some or none, and
 * their own.
 */
function visibleByRights(viewer: Viewer, workflow: Workflow): RawBuilder<unknown> {
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
  sql`${inAccount(viewer)} and ${visibleByRights(viewer, workflow)}`

/**
 * Conditions for a search over several classes: the administrators' classes, and their objects that a viewer
 * sees.
 */
export const visibleObjectRows = ({ current }: { current: () => Workflow }) => ({
  codes: () => ownClasses(current()),
  visible: (viewer: Viewer) => visibleObjects(viewer, current()),
})

/** Returns the list source of the objects of administrators' classes for a viewer. */
export const objectSource = (viewer: Viewer, workflow: Workflow): ListSource<WithFacts<ObjectShown>> => ({
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
    methods: column.shown(
      sql`json_build_object('id', o.id, 'state', s.code, 'classCode', o.class_code, 'ownerId', o.owner_id)`,
    ),
    version_no: column.integer('o.version_no'),
  },
  key: 'id',
  order: ['label'],
  visible: () => visibleObjects(viewer, workflow),
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`s.state_type = 'deleted'` },
})
