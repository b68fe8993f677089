import { resolve } from 'node:path'
import { placesIn, readPassword } from './cluster.ts'
import { isPostmasterOf, readLockFile } from './lock-file.ts'
import { addressOf, user } from './ownership.ts'

/**
 * Returns the address of the embedded database while a server runs it; null if none does.
 * @param role user of the database; the owner of the tables unless given
 */
export async function runningDatabase(folder: string, role = user): Promise<string | null> {
  const places = placesIn(resolve(folder))
  const lock = await readLockFile(places.cluster)
  if (!lock || !(await isPostmasterOf(lock.pid, places.cluster))) return null
  return addressOf(lock, role, await readPassword(places))
}
