import { lazy, Suspense, useEffect, useState } from 'react'

const load = () => import('./offline-dialog.tsx')
const OfflineDialog = lazy(async () => ({ default: (await load()).OfflineDialog }))

/** Shows "Lost connection..." while the browser says that it is offline; goes by itself. */
export function Offline() {
  const [offline, setOffline] = useState(navigator.onLine === false)
  useEffect(() => {
    const hear = (): void => setOffline(navigator.onLine === false)
    window.addEventListener('online', hear)
    window.addEventListener('offline', hear)
    // Fetched ahead: without a network it could not be.
    const ahead = setTimeout(() => void load().catch(() => null), 3_000)
    return () => {
      clearTimeout(ahead)
      window.removeEventListener('online', hear)
      window.removeEventListener('offline', hear)
    }
  }, [])
  return <Suspense>{offline && <OfflineDialog onClose={() => setOffline(false)} />}</Suspense>
}
