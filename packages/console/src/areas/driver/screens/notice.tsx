import { OwnNotices } from '../../../features/notices/own-notices.tsx'
import { useOwnNotices } from '../../../features/notices/use-own-notices.ts'
import { useTexts } from '../../../lib/texts.ts'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { PushSettings } from '../parts/push-settings.tsx'

/** Notices for the driver. */
export default function Notice() {
  const t = useTexts('driver-data')
  const words = useTexts('driver')
  const own = useOwnNotices()
  return (
    <DriverPage title={words('notices')}>
      <OwnNotices own={own} />
      {own.data?.length === 0 && (
        <div className={css.card}>
          <b>{t('noNotices')}</b>
          <p className={css.small}>{t('noNoticesLead')}</p>
        </div>
      )}
      <PushSettings />
    </DriverPage>
  )
}
