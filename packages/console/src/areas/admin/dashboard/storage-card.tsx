import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { LabelledAgo } from '../../../ui/time/moment.tsx'
import css from './dashboard.module.css'
import type { Health } from './judge-health.ts'

const knownPools = ['web', 'queries', 'sign-in', 'stations', 'jobs'] as const
const isKnown = (name: string): name is (typeof knownPools)[number] =>
  knownPools.some((known) => known === name)

/** Connections in use, and disk space: the largest tables, including the journals. */
export function StorageCard({ health: { pools, sizes } }: { health: Health }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const largest = sizes?.tables[0]?.bytes ?? 0
  return (
    <div id="storage">
      <Card
        title={t('storage.title')}
        actions={
          sizes && (
            <span className="muted">
              <LabelledAgo label={t('storage.measured')} at={sizes.measured} />
            </span>
          )
        }
      >
        <dl className={css.pools}>
          {pools.map(({ name, busy, most, waiting }) => (
            <div key={name}>
              <dt>{isKnown(name) ? t(`storage.pools.${name}`) : name}</dt>
              <dd>
                {t('storage.busy', { busy: format.number(busy), most: format.number(most) })}
                {waiting > 0 && `, ${t('notes.poolWaits', { count: waiting })}`}
              </dd>
            </div>
          ))}
          {sizes && (
            <div>
              <dt>{t('storage.connections')}</dt>
              <dd>
                {t('storage.busy', {
                  busy: format.number(sizes.connections),
                  most: format.number(sizes.mostconnections),
                })}
              </dd>
            </div>
          )}
        </dl>
        {sizes ? (
          <ol className={css.sizes} aria-label={t('storage.tables')}>
            {sizes.tables.map(({ name, bytes }) => (
              <li key={name}>
                <bdi className="mono">{name}</bdi>
                <span>{format.bytes(bytes)}</span>
                <i aria-hidden="true" style={{ inlineSize: `${(bytes / largest) * 100}%` }} />
              </li>
            ))}
          </ol>
        ) : (
          <Empty title={t('notes.away')} />
        )}
      </Card>
    </div>
  )
}
