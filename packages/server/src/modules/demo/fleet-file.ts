import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModuleContext } from '../module.ts'
import type { DemoStation } from './demo-stations.ts'

/** Input of the simulator. Contains the keys of the stations: readable by its owner only. */
export interface FleetFile {
  url: string
  cards: string[]
  stations: (Pick<DemoStation, 'identity' | 'vendor' | 'model' | 'connectors' | 'behaviour'> & {
    key: string
    serial: string
    firmware: string
    cards: string[]
  })[]
}

export const fleetPath = (dataDir: string): string => join(dataDir, 'demo-fleet.json')

/** Returns the keys of an earlier start by identity; empty if there is no file or it cannot be parsed. */
export async function knownKeys(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  try {
    const { stations = [] } = JSON.parse(text) as Partial<FleetFile>
    return new Map(stations.map(({ identity, key }) => [identity, key]))
  } catch {
    return new Map() // new keys are generated then
  }
}

/** Writes the file atomically: a reader gets either the old or the new content. */
export async function writeFleet(path: string, fleet: FleetFile): Promise<void> {
  const draft = `${path}.new`
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify(fleet, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, path)
}

export const removeFleet = (path: string): Promise<void> => rm(path, { force: true })

export interface DemoDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'permute'> {
  /** Path of the fleet file. */
  fleetPath: string
}
