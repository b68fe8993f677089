import { type Kysely, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'

type Db = Kysely<Database>

export interface RightRow {
  class_code: string
  group_id: string | null
  user_id: string | null
  code: string
  name: string
  allowed: string
  denied: string
}

export async function classRights(
  db: Db,
  only: { class?: string; group?: string; user?: string },
): Promise<RightRow[]> {
  const { rows } = await sql<RightRow>`
    select r.class_code, r.group_id, r.user_id, coalesce(g.code, u.username) as code,
      coalesce(g.name, u.username) as name, r.allowed, r.denied
    from class_rights r left join groups g on g.id = r.group_id left join users u on u.id = r.user_id
    where (${only.class ?? null}::text is null or r.class_code = ${only.class ?? null}::text)
      and (${only.group ?? null}::uuid is null or r.group_id = ${only.group ?? null}::uuid)
      and (${only.user ?? null}::uuid is null or r.user_id = ${only.user ?? null}::uuid)
    order by r.class_code, r.group_id is null, 4`.execute(db)
  return rows
}

/** Sets what one group or person is allowed and denied; empty both takes the row away. */
export async function setClassRight(
  db: Db,
  right: {
    class_code: string
    group_id: string | null
    user_id: string | null
    allowed: string
    denied: string
  },
): Promise<void> {
  if (right.allowed === '' && right.denied === '') {
    await db
      .deleteFrom('class_rights')
      .where('class_code', '=', right.class_code)
      .where('group_id', 'is not distinct from', right.group_id)
      .where('user_id', 'is not distinct from', right.user_id)
      .execute()
    return
  }
  await db
    .insertInto('class_rights')
    .values(right)
    .onConflict((conflict) =>
      conflict
        .columns(['class_code', 'group_id', 'user_id'])
        .doUpdateSet({ allowed: right.allowed, denied: right.denied }),
    )
    .execute()
}

/** Holds the group or the person still while a rule of theirs is written; null when there is none. */
export async function lockSubject(
  db: Db,
  subject: { group?: string; user?: string },
): Promise<{ id: string; name: string } | null> {
  const row =
    subject.group !== undefined
      ? await db
          .selectFrom('groups')
          .select(['id', 'code as name'])
          .where('id', '=', subject.group)
          .forUpdate()
          .executeTakeFirst()
      : await db
          .selectFrom('users')
          .select(['id', 'username as name'])
          .where('id', '=', subject.user ?? '')
          .where('state', '<>', 'deleted')
          .forUpdate()
          .executeTakeFirst()
  return row ?? null
}
