import type { Subject } from '../workflow/index.ts'
import type { BusinessClass } from './endpoints.ts'
import { findRow, updateRow } from './store.ts'

/** Returns the workflow subject of a class of business objects. */
export const businessSubject = (
  of: Pick<BusinessClass, 'classCode' | 'stored' | 'missing' | 'wrongState' | 'changed' | 'isForDrivers'>,
): Subject => ({
  classCode: of.classCode,
  missing: of.missing,
  handlers: [],
  async find(db, scope, { id, isLocked }) {
    const row = await findRow(db, scope, { of: of.stored, id, isLocked })
    if (!row) return null
    const { accountId, ownerId, type, state, name, tags } = row
    return { classCode: of.classCode, id, accountId, ownerId, type, state, label: name, tags, fields: {} }
  },
  enter: (tx, { id }, { state, now }) => updateRow(tx, of.stored, { id, state: state.code, updated_at: now }),
  changed: ({ accountId, id }) => of.changed(accountId, id),
  ...(of.isForDrivers && { isForDrivers: of.isForDrivers }),
  refuse: () => of.wrongState,
  relabel: (tx, { id }, { label, now }) => updateRow(tx, of.stored, { id, label, updated_at: now }),
  retag: (tx, { id }, { tags, now }) => updateRow(tx, of.stored, { id, tags: [...tags], updated_at: now }),
})
