import { useEffect } from 'react'
import { addressOf, type ScreenPath } from './screen.ts'
import { useUser } from './session.ts'
import { readStored, writeStored } from './stored.ts'

/** Pages of objects that are listed as recently opened. */
const paths = {
  charge_point: '/crm/station',
  site: '/crm/site',
  client: '/crm/client',
  card: '/crm/card',
  transaction: '/crm/transaction',
} as const satisfies Record<string, ScreenPath>

export interface RecentItem {
  classcode: keyof typeof paths
  /** Part of the address that names the object. */
  id: string
  label: string
}

/** Maximum number of recently opened objects of a user. */
export const maxRecent = 12
const maxLabel = 120

/** Returns the objects that the user opened last on this device, the newest first; unreadable values are none. */
export function recentItems(userId: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(readStored(`recent.${userId}`) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, maxRecent) : []
  } catch {
    return []
  }
}

function isItem(value: unknown): value is RecentItem {
  if (typeof value !== 'object' || value === null) return false
  const { classcode, id, label } = value as Record<string, unknown>
  return typeof classcode === 'string' && Object.hasOwn(paths, classcode) && [id, label].every(isText)
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** Puts an object in front of the recently opened ones. */
export function addRecent(userId: string, item: RecentItem): void {
  const others = recentItems(userId).filter(
    ({ classcode, id }) => classcode !== item.classcode || id !== item.id,
  )
  const items = [{ ...item, label: item.label.slice(0, maxLabel) }, ...others].slice(0, maxRecent)
  writeStored(`recent.${userId}`, JSON.stringify(items))
}

export const addressOfRecent = ({ classcode, id }: RecentItem): string => addressOf(paths[classcode], [id])

/** Records that the page of an object is open; null while it is loading. */
export function useRecent(item: RecentItem | null): void {
  const userId = useUser()?.id
  const { classcode, id, label } = item ?? {}
  useEffect(() => {
    if (userId !== undefined && classcode && id && label) addRecent(userId, { classcode, id, label })
  }, [userId, classcode, id, label])
}
