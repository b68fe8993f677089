/** Permissions of the browser: `install`: only the installed app (iPhone and iPad) can show notices. */
export type PushSupport = 'yes' | 'no' | 'install' | 'denied'

export function pushSupport(): PushSupport {
  const isKnown = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (isKnown) return Notification.permission === 'denied' ? 'denied' : 'yes'
  const isStandalone = matchMedia('(display-mode: standalone)').matches
  return isApple() && !isStandalone ? 'install' : 'no'
}

/** An iPad with the desktop page calls itself a Mac, which has no touch screen. */
const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Returns the endpoint of this device, or null without one. */
export const ownEndpoint = async (): Promise<string | null> =>
  pushSupport() === 'yes' ? ((await currentSubscription())?.endpoint ?? null) : null

export interface OwnDevice {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Asks for permission and subscribes at the push service of the browser. Null if the user refused. Throws if the service
 * cannot be reached.
 * @param key public key of the server, as base64url
 */
export async function subscribeDevice(key: string): Promise<OwnDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const applicationServerKey = fromBase64Url(key)
  const registration = await navigator.serviceWorker.ready
  const known = await registration.pushManager.getSubscription()
  // a subscription with another key of the server cannot be used
  if (known && !isSameKey(known, applicationServerKey)) await known.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! }
}

export const unsubscribeDevice = async (): Promise<void> =>
  void (await (await currentSubscription())?.unsubscribe())

function isSameKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const known = options.applicationServerKey
  return known !== null && new Uint8Array(known).every((byte, index) => byte === key[index])
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
