import type { Db } from '../../storage/transaction.ts'
import { findValue, type Owner } from './store.ts'

/** CURRENT_CONFIG, or the user whose CURRENT_USER is addressed. */
type SettingRoot = 'CURRENT_CONFIG' | { user: string }
type Setting = number | string | boolean | Date

const ownerOf = (root: SettingRoot): Owner => (root === 'CURRENT_CONFIG' ? null : root.user)

/** Returns a typed value of the registry, a datetime as a Date; null if there is none. */
export async function readSetting(
  db: Db,
  root: SettingRoot,
  { path, name }: { path: string; name: string },
): Promise<Setting | null> {
  const found = await findValue(db, ownerOf(root), { path, name })
  if (!found) return null
  return found.type === 'datetime' ? new Date(String(found.value)) : found.value
}
