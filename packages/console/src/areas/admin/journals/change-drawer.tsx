import { auditGet } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { Actor, ChangeKind } from './change-columns.tsx'
import { Difference } from './difference.tsx'
import { Copied, Correlation, EntryDrawer } from './entry-drawer.tsx'

/** One change: who changed what, before and after. */
export function ChangeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('journals')
  const format = useFormat()
  const found = useEndpoint(auditGet, { id })
  return (
    <EntryDrawer title={found.data?.label ?? t('audit.one')} found={found} onClose={onClose}>
      {(change) => (
        <>
          <KeyValues
            rows={[
              [t('time'), <Moment key="at" at={change.datetime} seconds />],
              [t('person'), <Actor key="actor" change={change} />],
              change.via !== null && [t('audit.via'), <bdi key="via">{change.via}</bdi>],
              [t('audit.kind'), <ChangeKind key="kind" kind={change.kind} />],
              [t('audit.action'), <span key="action">{`${change.classcode} · ${change.action}`}</span>],
              change.objectid !== null && [t('object'), <Copied key="object" value={change.objectid} />],
              change.session !== null && [t('session'), <Copied key="session" value={change.session} />],
              change.correlation !== null && [
                t('correlation'),
                <Correlation key="call" id={change.correlation} here="audit" />,
              ],
              [
                t('audit.number'),
                change.number === null ? t('audit.notSealed') : format.number(change.number),
              ],
              change.hash !== null && [t('audit.hash'), <Copied key="hash" value={change.hash} />],
            ]}
          />
          <Difference before={change.before} after={change.after} />
        </>
      )}
    </EntryDrawer>
  )
}
