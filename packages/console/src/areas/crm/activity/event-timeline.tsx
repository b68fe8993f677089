import { activityList } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card } from '../../../ui/page/page.tsx'
import css from './activity.module.css'
import { ActivityDrawer } from './activity-drawer.tsx'
import { ActivityRow } from './activity-list.tsx'
import type { ActivityBody } from './activity-place.ts'
import { hints } from './use-activity.ts'

/** Events of a session or of a card, newest first. */
export function EventTimeline({
  of,
  limit,
  withStation = false,
  empty,
  actions,
}: {
  of: Pick<ActivityBody, 'transactionid' | 'cardid'>
  /** Number of events that are shown. */
  limit: number
  withStation?: boolean
  empty: string
  actions?: ReactNode
}) {
  const t = useTexts('activity')
  const [open, setOpen] = useState('')
  const found = useEndpoint(activityList, { ...of, reclimit: limit }, { hints })
  const rows = found.data
  return (
    <Card title={t('title')} pad={false} actions={actions}>
      {rows === undefined ? (
        <Unloaded query={found} rows={3} />
      ) : (
        <ol className={css.rows} data-single={!withStation || undefined} aria-label={t('title')}>
          {rows.map((row) => (
            <li key={row.id}>
              <ActivityRow
                event={{ newest: row, count: 1, since: row.datetime }}
                withStation={withStation}
                isOpen={row.id === open}
                onOpen={setOpen}
              />
            </li>
          ))}
          {rows.length === 0 && <li className={css.none}>{empty}</li>}
        </ol>
      )}
      {open !== '' && (
        <ActivityDrawer id={open} rows={rows ?? []} onOpen={setOpen} onClose={() => setOpen('')} />
      )}
    </Card>
  )
}
