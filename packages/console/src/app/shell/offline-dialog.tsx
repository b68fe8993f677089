import { IconWifiOff } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import css from './offline-dialog.module.css'

/** "Lost connection...": can be closed to read on. */
export function OfflineDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog title={t('pages.lost')} onClose={onClose}>
      <div className={css.lost}>
        <IconWifiOff size={28} stroke={1.5} />
        <p>{t('pages.lostLead')}</p>
      </div>
    </Dialog>
  )
}
