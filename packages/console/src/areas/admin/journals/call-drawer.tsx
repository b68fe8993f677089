import { apiLogGet } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CodeBlock } from '../../../ui/data/code-block.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { CallStatus } from './call-columns.tsx'
import { Copied, Correlation, EntryDrawer } from './entry-drawer.tsx'

/** One API request: who sent it, its data, and how it ended. */
export function CallDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('journals')
  const format = useFormat()
  const found = useEndpoint(apiLogGet, { id })
  return (
    <EntryDrawer title={found.data?.path ?? t('apilog.one')} found={found} onClose={onClose}>
      {(call) => (
        <>
          <KeyValues
            rows={[
              [t('time'), <Moment key="at" at={call.datetime} seconds />],
              [t('apilog.status'), <CallStatus key="status" status={call.status} />],
              [t('apilog.runtime'), `${format.number(call.runtime, 1)} ms`],
              call.calls > 1 && [t('apilog.calls'), format.number(call.calls)],
              [t('person'), call.username && <bdi key="person">{call.username}</bdi>],
              [t('session'), call.session && <Copied key="session" value={call.session} />],
              [t('apilog.address'), <bdi key="address">{call.address}</bdi>],
              [t('correlation'), <Correlation key="id" id={call.id} here="apilog" />],
            ]}
          />
          {call.parameters !== null && <CodeBlock label={t('apilog.parameters')} value={call.parameters} />}
        </>
      )}
    </EntryDrawer>
  )
}
