import { refuse } from '../../shared/refusal.ts'
import type { ModuleContext } from '../module.ts'

export type ReferenceDeps = Pick<ModuleContext, 'db' | 'clock'>

export const noReference = refuse('reference.not_found', { field: 'id' })
export const editedByOther = refuse('object.edited', { field: 'version_no' })
