import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import css from './offline-modal.module.css'

/** "Lost connection..." while the browser says that it is offline; goes by itself. It can be closed to read on. */
export function OfflineModal() {
  const t = useTexts()
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
  if (!offline) return null
  return (
    <Dialog title={t('pages.lost')} onClose={() => setOffline(false)}>
      <div className={css.lost}>
        <IconWifiOff size={28} stroke={1.5} />
        <p>{t('pages.lostLead')}</p>
      </div>
    </Dialog>
  )
}
