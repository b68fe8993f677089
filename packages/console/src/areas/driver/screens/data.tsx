import { userDataDelete, userDataGet } from '@stationmaster/contract'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { signOut } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { download } from '../../../ui/table/download.ts'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'

/** Export of the driver's personal data as a file, and deletion of the account. */
export default function Data() {
  const t = useTexts('driver-data')
  const words = useTexts('driver')
  const read = useMutation({
    mutationFn: () => call(userDataGet, {}),
    onSuccess: (data) =>
      download(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        `stationmaster-${data.created.slice(0, 10)}.json`,
      ),
  })
  // the server has ended the session
  const erase = useMutation({ mutationFn: () => call(userDataDelete, {}), onSuccess: signOut })
  const askToErase = async (): Promise<void> => {
    const isSure = await confirm({ title: t('eraseTitle'), lead: t('eraseFinal'), action: t('erase') })
    if (isSure) erase.mutate()
  }
  return (
    <DriverPage title={words('data')}>
      <section className={css.card}>
        <h2>{t('export')}</h2>
        <p className={css.small}>{t('exportLead')}</p>
        {read.error && <Failure small error={read.error} />}
        <button type="button" className={css.big} disabled={read.isPending} onClick={() => read.mutate()}>
          <IconDownload size={22} />
          {t('download')}
        </button>
      </section>
      <section className={css.card}>
        <h2>{t('erase')}</h2>
        <p className={css.small}>{t('eraseLead')}</p>
        {erase.error && <Failure small error={erase.error} />}
        <button
          type="button"
          className={css.big}
          data-kind="stop"
          disabled={erase.isPending}
          onClick={() => void askToErase()}
        >
          {t('erase')}
        </button>
      </section>
    </DriverPage>
  )
}
