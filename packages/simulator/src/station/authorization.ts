import type { Device } from './device.ts'
import { isPast } from './local-list.ts'
import type { IdTagInfo } from './types.ts'

const accepted: IdTagInfo = { status: 'Accepted' }
const invalid: IdTagInfo = { status: 'Invalid' }

/** Returns the local authorization status of a card: from the local list, or else from the cache (E2 3.5.2). */
function localStatus(device: Device, idTag: string): IdTagInfo | null {
  const nowMs = device.clock.now()
  const listed = device.configuration.isOn('LocalAuthListEnabled') ? device.localList.get(idTag) : null
  if (listed) return isPast(listed.expiryDate, nowMs) ? { ...listed, status: 'Expired' } : listed
  return device.configuration.isOn('AuthorizationCacheEnabled') ? device.cache.get(idTag, nowMs) : null
}

function offlineStatus(device: Device, idTag: string): IdTagInfo {
  if (!device.configuration.isOn('LocalAuthorizeOffline')) return invalid
  const idTagInfo = localStatus(device, idTag)
  if (idTagInfo) return idTagInfo
  return device.configuration.isOn('AllowOfflineTxForUnknownId') ? accepted : invalid
}

/** Caches the authorization status of a card, unless the local list contains it (E2 3.5.1). */
export function cacheIdTagInfo(device: Device, idTag: string, idTagInfo: IdTagInfo): void {
  if (!device.configuration.isOn('AuthorizationCacheEnabled') || device.localList.get(idTag)) return
  device.cache.set(idTag, idTagInfo)
}

/**
 * Returns the authorization status of a card, from the sources that the configuration and the connection
 * allow.
 */
export async function authorize(device: Device, idTag: string): Promise<IdTagInfo> {
  if (device.traits.has('never-authorises')) return localStatus(device, idTag) ?? accepted
  if (device.configuration.isOn('LocalPreAuthorize')) {
    const idTagInfo = localStatus(device, idTag)
    if (idTagInfo?.status === 'Accepted') return idTagInfo
  }
  if (!device.reporter.isOnline) return offlineStatus(device, idTag)
  const idTagInfo = await device.reporter.authorize(idTag)
  if (!idTagInfo) return offlineStatus(device, idTag)
  cacheIdTagInfo(device, idTag, idTagInfo)
  return idTagInfo
}
