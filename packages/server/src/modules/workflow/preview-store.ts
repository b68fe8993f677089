import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'
import type { StoredRules } from '../rights/index.ts'

export interface GroupRow {
  id: string
  code: string
  name: string
  kind: 'administrators' | 'operators' | 'drivers' | 'guests' | null
  /** The rules of the group itself. */
  rules: Pick<StoredRules, 'classes' | 'methods'>
}

/** Returns all groups with their rules, system groups first. */
export async function groupsWithRules(db: Db): Promise<GroupRow[]> {
  const letters = sql`'subjectId', r.group_id, 'classCode', r.class_code, 'allowed', r.allowed, 'denied', r.denied`
  const { rows } = await sql<GroupRow>`
    select g.id, g.code, g.name, g.system_kind as kind, json_build_object(
      'classes', (select json_agg(json_build_object(${letters}, 'fromClass', r.from_class))
        from class_rights r where r.group_id = g.id),
      'methods', (select json_agg(json_build_object(${letters}, 'methodCode', r.method_code))
        from method_rights r where r.group_id = g.id)) as rules
    from groups g order by g.system_kind is null, g.code`.execute(db)
  return rows
}
