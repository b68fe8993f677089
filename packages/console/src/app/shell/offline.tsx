import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import css from './offline.module.css'

/**
 * Shows "Lost connection..." while the browser is offline; closes when the network is back, or by hand to
 * continue reading. Uses the browser's native dialog, loaded from the start: without a network nothing could
 * be loaded for it.
 */
export function Offline() {
  const t = useTexts()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [offline, setOffline] = useState(navigator.onLine === false)
  useEffect(() => {
    const hear = (): void => setOffline(navigator.onLine === false)
    window.addEventListener('online', hear)
    window.addEventListener('offline', hear)
    return () => {
      window.removeEventListener('online', hear)
      window.removeEventListener('offline', hear)
    }
  }, [])
  useEffect(() => {
    if (offline) dialog.current?.showModal()
  }, [offline])
  // screens of drivers say so in the page: they are used where there is no network
  if (!offline || window.location.pathname.startsWith('/driver')) return null
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={id} onClose={() => setOffline(false)}>
      <h2 id={id}>
        <IconWifiOff size={22} stroke={1.75} aria-hidden="true" />
        {t('pages.lost')}
      </h2>
      <p>{t('pages.lostLead')}</p>
      <PlainButton onClick={() => setOffline(false)}>{t('ui.close')}</PlainButton>
    </dialog>
  )
}
