import type { Device } from './device.ts'
import { isPast } from './local-list.ts'
import type { Verdict } from './words.ts'

const accepted: Verdict = { status: 'Accepted' }
const invalid: Verdict = { status: 'Invalid' }

/** Returns the local authorization status of a card: from the local list, else from the cache (E2 3.5.2). */
function known(device: Device, idTag: string): Verdict | null {
  const nowMs = device.clock.now()
  const listed = device.configuration.isOn('LocalAuthListEnabled') ? device.localList.get(idTag) : null
  if (listed) return isPast(listed.expiryDate, nowMs) ? { ...listed, status: 'Expired' } : listed
  return device.configuration.isOn('AuthorizationCacheEnabled') ? device.cache.get(idTag, nowMs) : null
}

function whileOffline(device: Device, idTag: string): Verdict {
  if (!device.configuration.isOn('LocalAuthorizeOffline')) return invalid
  const verdict = known(device, idTag)
  if (verdict) return verdict
  return device.configuration.isOn('AllowOfflineTxForUnknownId') ? accepted : invalid
}

/** Caches the authorization status of a card, unless the local list contains it (E2 3.5.1). */
export function rememberVerdict(device: Device, idTag: string, verdict: Verdict): void {
  if (!device.configuration.isOn('AuthorizationCacheEnabled') || device.localList.get(idTag)) return
  device.cache.keep(idTag, verdict)
}

/**
 * Returns the authorization status of a card, from the sources that the configuration and the connection
 * allow.
 */
export async function authorise(device: Device, idTag: string): Promise<Verdict> {
  if (device.traits.has('never-authorises')) return known(device, idTag) ?? accepted
  if (device.configuration.isOn('LocalPreAuthorize')) {
    const verdict = known(device, idTag)
    if (verdict?.status === 'Accepted') return verdict
  }
  if (!device.teller.isOnline) return whileOffline(device, idTag)
  const verdict = await device.teller.authorise(idTag)
  if (!verdict) return whileOffline(device, idTag)
  rememberVerdict(device, idTag, verdict)
  return verdict
}
