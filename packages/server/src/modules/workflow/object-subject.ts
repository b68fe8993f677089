import { refuse } from '../../shared/refusal.ts'
import { objectOf, type ObjectRow, updateObject } from './object-store.ts'
import type { WorkflowObject, Subject } from './subject.ts'

export interface StoredObject extends WorkflowObject {
  version: number
}

const objectOfRow = (row: ObjectRow): StoredObject => ({
  classCode: row.class_code,
  id: row.id,
  accountId: row.account_id,
  label: row.label,
  state: row.state,
  type: row.type,
  ownerId: row.owner_id,
  tags: row.tags,
  fields: { description: row.description, created: row.created_at.toISOString() },
  version: row.version_no,
})

/** The subject of all classes made by administrators. */
export const objectSubject: Subject<StoredObject> = {
  classCode: 'object',
  missing: refuse('object.not_found', { field: 'id' }),
  handlers: [],
  async find(db, scope, { id, isLocked }) {
    const row = await objectOf(db, scope, { id, isLocked })
    return row ? objectOfRow(row) : null
  },
  async enter(tx, { id }, { state, now }) {
    await updateObject(tx, id, { state_id: state.id, updated_at: now })
  },
  changed: ({ id, accountId }) => [
    { kind: 'hint', account: accountId, hint: { kind: 'object.changed', ids: [id] } },
  ],
  relabel: (tx, { id }, { label, now }) => updateObject(tx, id, { label, updated_at: now }),
  retag: (tx, { id }, { tags, now }) => updateObject(tx, id, { tags: [...tags], updated_at: now }),
}
