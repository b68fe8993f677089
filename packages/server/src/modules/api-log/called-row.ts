import type { Viewer } from '../../shared/scope.ts'

/** One call of the web door that was answered. */
export interface CalledRow {
  /** Its correlation id. */
  id: string
  at: Date
  viewer: Pick<Viewer, 'accountId' | 'userId' | 'username' | 'session'> | null
  path: string
  parameters: string | null
  runMs: number
  status: number
  address: string
}
