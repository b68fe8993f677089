import type { Refusal } from '../../shared/refusal.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { Actor } from '../audit/index.ts'
import { type Changed, writeValue } from './change-values.ts'
import { findValue, lockTree, type Owner, type Written } from './store.ts'

/** CURRENT_CONFIG, or the user whose CURRENT_USER is addressed. */
export type SettingRoot = 'CURRENT_CONFIG' | { user: string }
export type Setting = number | string | boolean | Date

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

/** Writes a value in the caller's transaction; refuses what the registry cannot store. */
export async function writeSetting(
  tx: Tx,
  root: SettingRoot,
  setting: Written & { path: string; now: Date; actor: Actor },
): Promise<Changed | Refusal> {
  const owner = ownerOf(root)
  await lockTree(tx, owner, setting.now)
  return writeValue(tx, { owner, now: setting.now, actor: setting.actor }, setting)
}
