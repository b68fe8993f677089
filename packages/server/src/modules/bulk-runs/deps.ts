import type { BulkClass } from '@stationmaster/contract'
import type { InternalRequests } from '../../shared/internal-requests.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Commands } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'

/** Objects of a class that runs can take. */
export interface BulkSource {
  source: ListSource<never>
  /** Endpoint that lists the objects; users who may not use it start no runs. */
  list: 'stationList' | 'cardList'
  /** Column of the list with the name of an object. */
  label: string
  /** Column with the account of an object. */
  account: string
}

export interface BulkDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> {
  commands: Commands
  requests: InternalRequests
  /** Returns the user with the rights of now; null if they may no longer sign in. */
  viewerOf: (userId: string) => Promise<Viewer | null>
  sources: Record<BulkClass, BulkSource>
  /** Milliseconds after which an object without a result is taken again: longer than a command may take. */
  leaseMs: number
}
