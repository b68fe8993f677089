import type { Viewer } from '../../shared/scope.ts'

/** An answered API request. */
export interface CalledRow {
  /** Correlation id of the request. */
  id: string
  at: Date
  viewer: Pick<Viewer, 'accountId' | 'userId' | 'username' | 'session'> | null
  path: string
  parameters: string | null
  runMs: number
  status: number
  address: string
}
