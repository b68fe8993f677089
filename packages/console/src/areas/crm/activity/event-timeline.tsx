import { activityList } from '@stationmaster/contract'
import { useState } from 'react'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card } from '../../../ui/page/page.tsx'
import css from './activity.module.css'
import { ActivityDrawer } from './activity-drawer.tsx'
import { ActivityRow } from './activity-list.tsx'
import { hints } from './use-activity.ts'

/** Number of events that are shown; a session has few. */
const shown = 200

/** What happened during a session, newest first. */
export function EventTimeline({ transactionid }: { transactionid: number }) {
  const t = useTexts('activity')
  const [open, setOpen] = useState('')
  const found = useEndpoint(activityList, { transactionid, reclimit: shown }, { hints })
  const rows = found.data
  return (
    <Card title={t('title')} pad={false}>
      {rows === undefined ? (
        <Unloaded query={found} rows={3} />
      ) : (
        <ol className={css.rows} data-single aria-label={t('title')}>
          {rows.map((row) => (
            <li key={row.id}>
              <ActivityRow
                event={{ newest: row, count: 1, since: row.datetime }}
                withStation={false}
                isOpen={row.id === open}
                onOpen={setOpen}
              />
            </li>
          ))}
          {rows.length === 0 && <li className={css.none}>{t('noEvents')}</li>}
        </ol>
      )}
      {open !== '' && (
        <ActivityDrawer id={open} rows={rows ?? []} onOpen={setOpen} onClose={() => setOpen('')} />
      )}
    </Card>
  )
}
