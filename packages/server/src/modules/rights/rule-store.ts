import { type RawBuilder, sql } from 'kysely'
import { byObject, type Rule, type Rulebook } from './decide.ts'

type Letters = Pick<Rule, 'subjectId' | 'classCode' | 'allowed' | 'denied'>

/** Rules of one user as aggregated by the database; null: none of that kind. */
export interface StoredRules {
  classes: (Letters & { fromClass: string | null })[] | null
  methods: (Letters & { methodCode: string })[] | null
  objects: (Letters & { objectId: string })[] | null
  parents: Record<string, string | null> | null
}

/**
 * Selects all rules that apply to a user as one value: their own and those of their groups, including system
 * groups.
 */
export const rulesOf = (userId: RawBuilder<unknown>): RawBuilder<StoredRules> => {
  const groups = sql`array(select p.group_id from group_people p where p.user_id = ${userId})`
  const mine = sql`r.user_id = ${userId} or r.group_id = any(${groups})`
  const letters = sql`'subjectId', coalesce(r.group_id, r.user_id), 'classCode', r.class_code, 'allowed', r.allowed,
    'denied', r.denied`
  // the class tree is only queried if a rule may be inherited
  return sql<StoredRules>`json_build_object(
    'classes', (select json_agg(json_build_object(${letters}, 'fromClass', r.from_class))
      from class_rights r where ${mine}),
    'methods', (select json_agg(json_build_object(${letters}, 'methodCode', r.method_code))
      from method_rights r where ${mine}),
    'objects', (select json_agg(json_build_object(${letters}, 'objectId', r.object_id))
      from object_rights r where ${mine}),
    'parents', (select json_object_agg(c.code, c.parent_code) from classes c
      where exists (select from method_rights r where ${mine})))`
}

/**
 * Returns the condition that a user is a driver and the only user of a client, and owns all its cards: nothing of the client
 * belongs to another person. Deleted users and cards count, because invoices name their sessions.
 */
export const isSoleUser = (user: 'u' | 'users'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${user}.${column}`)
  return sql<boolean>`(case when ${of('interface_code')} = 'driver' and ${of('client_id')} is not null then
    not exists (select from users o where o.client_id = ${of('client_id')} and o.id <> ${of('id')})
    and not exists (select from cards k where k.client_id = ${of('client_id')}
      and k.owner_id is distinct from ${of('id')}) else false end)`
}

export const rulebookOf = ({ classes, methods, objects, parents }: StoredRules): Rulebook => ({
  classes: classes ?? [],
  methods: methods ?? [],
  objects: byObject(objects ?? []),
  parents: parents ?? {},
})
