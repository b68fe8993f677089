import type { ModuleContext } from '../module.ts'

export interface DemoDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'permute'> {
  /** Path of the fleet file. */
  fleetPath: string
}
