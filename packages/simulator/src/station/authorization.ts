import type { Device } from './device.ts'
import { isPast } from './local-list.ts'
import type { IdTagInfo } from './types.ts'

const accepted: IdTagInfo = { status: 'Accepted' }
const invalid: IdTagInfo = { status: 'Invalid' }

/** Returns the local authorization status of a card: from the local list, else from the cache (E2 3.5.2). */
function known(device: Device, idTag: string): IdTagInfo | null {
  const nowMs = device.clock.now()
  const listed = device.configuration.isOn('LocalAuthListEnabled') ? device.localList.get(idTag) : null
  if (listed) return isPast(listed.expiryDate, nowMs) ? { ...listed, status: 'Expired' } : listed
  return device.configuration.isOn('AuthorizationCacheEnabled') ? device.cache.get(idTag, nowMs) : null
}

function whileOffline(device: Device, idTag: string): IdTagInfo {
  if (!device.configuration.isOn('LocalAuthorizeOffline')) return invalid
  const idTagInfo = known(device, idTag)
  if (idTagInfo) return idTagInfo
  return device.configuration.isOn('AllowOfflineTxForUnknownId') ? accepted : invalid
}

/** Caches the authorization status of a card, unless the local list contains it (E2 3.5.1). */
export function cacheIdTagInfo(device: Device, idTag: string, idTagInfo: IdTagInfo): void {
  if (!device.configuration.isOn('AuthorizationCacheEnabled') || device.localList.get(idTag)) return
  device.cache.keep(idTag, idTagInfo)
}

/**
 * Returns the authorization status of a card, from the sources that the configuration and the connection
 * allow.
 */
export async function authorize(device: Device, idTag: string): Promise<IdTagInfo> {
  if (device.traits.has('never-authorises')) return known(device, idTag) ?? accepted
  if (device.configuration.isOn('LocalPreAuthorize')) {
    const idTagInfo = known(device, idTag)
    if (idTagInfo?.status === 'Accepted') return idTagInfo
  }
  if (!device.reporter.isOnline) return whileOffline(device, idTag)
  const idTagInfo = await device.reporter.authorize(idTag)
  if (!idTagInfo) return whileOffline(device, idTag)
  cacheIdTagInfo(device, idTag, idTagInfo)
  return idTagInfo
}
