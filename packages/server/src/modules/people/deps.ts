import { refuse } from '../../shared/refusal.ts'
import type { IdentityDeps } from '../identity/index.ts'

export type PeopleDeps = Pick<IdentityDeps, 'db' | 'bus' | 'clock'>

export const noUser = refuse('not-found', 'There is no such person', 'id')
export const noGroup = refuse('not-found', 'There is no such group', 'id')
export const lastAdministrator = refuse(
  'not-possible',
  'This is the last administrator who can sign in: name another one first',
)
export const changedMeanwhile = (what: string) =>
  refuse('conflict', `Somebody else has changed this ${what} meanwhile`, 'version_no')
