import { connectionAttemptCount, stationLink } from '@stationmaster/contract'
import { IconBolt, IconPlugConnectedX } from '@tabler/icons-react'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button, LinkButton } from '../../ui/buttons.tsx'
import { Empty } from '../../ui/feedback/feedback.tsx'
import { ToneChip } from '../../ui/state/state-chip.tsx'
import css from './attempts.module.css'

const hourMs = 3_600_000

/** Links to the connection attempts, with the number of open ones of the last 24 hours. */
export function AttemptsLink() {
  const t = useTexts()
  const format = useFormat()
  // Rounded to hours: the query stays the same for an hour.
  const hour = Math.floor(useNow('half-minute') / hourMs)
  const since = new Date((hour - 24) * hourMs).toISOString()
  const open = useEndpoint(
    connectionAttemptCount,
    { filter: { resolved: false }, search: [{ field: 'last', compare: 'GEQ', value: since }] },
    { hints: ['connection_attempt.changed', 'station.changed'], keepPrevious: true },
  )
  const count = open.data?.count ?? 0
  return (
    <LinkButton to={addressOf('/crm/stations/attempts')} icon={<IconPlugConnectedX size={16} />}>
      {t('screens.attempts')}
      {count > 0 && (
        <span className={css.count}>
          <ToneChip tone="warn" icon={<></>}>
            {format.number(count)}
          </ToneChip>
        </span>
      )}
    </LinkButton>
  )
}

/** Shown without stations: the link that a station has to be configured with. */
export function NoStations({ onAdd }: { onAdd: (() => void) | undefined }) {
  const t = useTexts('stations')
  const link = useEndpoint(stationLink, {})
  return (
    <Empty
      icon={<IconBolt size={28} stroke={1.5} />}
      title={t('empty')}
      lead={
        <>
          {t('emptyLead')}{' '}
          {link.data && (
            <bdi className="mono">
              {link.data.base}
              {t('identityPart')}
            </bdi>
          )}
        </>
      }
      action={onAdd && <Button onClick={onAdd}>{t('add')}</Button>}
    />
  )
}
