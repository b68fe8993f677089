import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoStation } from './demo-stations.ts'

/** What the simulator is started with. Holds the keys of the stations: readable by its owner alone. */
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

/** The keys of an earlier start, by identity; none when there is no file or it cannot be understood. */
export async function knownKeys(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  try {
    const { stations = [] } = JSON.parse(text) as Partial<FleetFile>
    return new Map(stations.map(({ identity, key }) => [identity, key]))
  } catch {
    return new Map() // new keys are made then
  }
}

/** Writes the file at once: whoever reads it sees the old one or the new one, never a half. */
export async function writeFleet(path: string, fleet: FleetFile): Promise<void> {
  const draft = `${path}.new`
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify(fleet, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, path)
}

export const removeFleet = (path: string): Promise<void> => rm(path, { force: true })
