import { newId } from '../src/shared/ids.ts'
import type { TestServer } from './test-server.ts'

interface Owner {
  accountId: string
  word: string
  thing: string
}

const classCode = 'sample_object'

/** Adds one object for each account, of a class that all users may use, whatever their interface. */
export async function addSampleObjects(
  server: TestServer,
  datasets: Owner[],
  owner_id: string | null,
): Promise<void> {
  const { db } = server
  const known = await db.selectFrom('classes').select('code').where('code', '=', classCode).executeTakeFirst()
  if (!known) await addClass(server)
  const type = await db
    .selectFrom('class_types')
    .select('id')
    .where('class_code', '=', classCode)
    .executeTakeFirstOrThrow()
  const state = await db
    .selectFrom('class_states')
    .select('id')
    .where('class_code', '=', 'object')
    .where('code', '=', 'enabled')
    .executeTakeFirstOrThrow()
  const things = datasets.map(({ accountId: account_id, word: label, thing: id }) => {
    const of = { class_code: classCode, type_id: type.id, state_id: state.id }
    return { id, account_id, owner_id, label, description: label, ...of }
  })
  await db.insertInto('objects').values(things).execute()
}

async function addClass({ db, app, fresh }: TestServer): Promise<void> {
  await db
    .insertInto('classes')
    .values({ code: classCode, parent_code: 'object', entity: 'object', name: 'Thing' })
    .execute()
  await db
    .insertInto('class_types')
    .values({ id: newId(), class_code: classCode, code: 'any', name: 'Any' })
    .execute()
  const groups = await db.selectFrom('groups').select('id').where('system_kind', 'is not', null).execute()
  await db
    .insertInto('class_rights')
    .values(groups.map(({ id }) => ({ class_code: classCode, group_id: id, allowed: 'acsud' })))
    .execute()
  await app.bus.publish(fresh.pool, [{ kind: 'workflow.changed' }])
}
