import { eventLogGet } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CodeBlock } from '../../../ui/data/code-block.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { Copied, Correlation, EntryDrawer } from './entry-drawer.tsx'
import { EventType } from './event-columns.tsx'

/** One event: what happened, why, and in which request. */
export function EventDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('journals')
  const found = useEndpoint(eventLogGet, { id })
  return (
    <EntryDrawer title={found.data?.event ?? t('dblog.one')} found={found} onClose={onClose}>
      {(event) => (
        <>
          <KeyValues
            rows={[
              [t('time'), <Moment key="at" at={event.datetime} seconds />],
              [t('dblog.type'), <EventType key="type" state={event.type} />],
              [t('dblog.code'), <span key="code">{event.code}</span>],
              [t('person'), event.username && <bdi key="person">{event.username}</bdi>],
              [t('session'), event.session && <Copied key="session" value={event.session} />],
              [t('object'), event.object && <Copied key="object" value={event.object} />],
              [
                t('correlation'),
                event.correlation && <Correlation key="id" id={event.correlation} here="dblog" />,
              ],
            ]}
          />
          {event.text !== '' && <CodeBlock label={t('dblog.text')} value={event.text} />}
        </>
      )}
    </EntryDrawer>
  )
}
