import { connectionAttemptList } from '@stationmaster/contract'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { stationAttemptColumns } from '../../../features/stations/attempt-columns.tsx'
import { type Attempt, useAttemptTexts } from '../../../features/stations/attempt-texts.ts'
import css from '../../../features/stations/attempts.module.css'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Row } from '../../../ui/page/page.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { LabelledAgo } from '../../../ui/time/moment.tsx'
import { Part } from '../../../ui/page/part.tsx'

/** Fetches the latest attempts of the station that were not followed by a connection. */
/** Lists the newest rejected connection attempts of a station while it is not connected. */
export const useOpenAttempts = (station: Station) =>
  useEndpoint(
    connectionAttemptList,
    { filter: { stationid: station.id, resolved: false }, orderby: ['last DESC'], reclimit: 5 },
    {
      hints: ['connection_attempt.changed', 'station.changed'],
      station: station.id,
      keepPrevious: true,
      enabled: !station.connected,
    },
  )

const isOutOfService = ({ statecode }: Station): boolean =>
  statecode === 'disabled' || statecode === 'deleted'

/** Shows why a disconnected station was rejected last, or that it has never connected. */
export function AttemptBanner({ station }: { station: Station }) {
  const attempts = useOpenAttempts(station)
  if (station.connected || !attempts.data) return null
  const [last] = attempts.data
  if (last) return <Rejected station={station} last={last} />
  return station.lastseen === null && !isOutOfService(station) ? <NeverCalled station={station} /> : null
}

function Rejected({ station, last }: { station: Station; last: Attempt }) {
  const t = useTexts('connection')
  const words = useAttemptTexts()
  return (
    <Notice
      tone="bad"
      icon={<IconPlugConnectedX size={18} />}
      action={<Actions station={station} identity={last.identity} />}
    >
      <b>{t('attempts.rejected', { reason: words.reason(last) })}</b>
      <p>{words.remedy(last)}</p>
      <p className={css.facts}>
        <span>
          <LabelledAgo label={t('attempts.lastWas')} at={last.last} />{' '}
          {t('attempts.from', { address: last.address })}
        </span>
        {last.username !== null && <span>{t('attempts.asUser', { user: last.username })}</span>}
        <span>{t('attempts.times', { count: last.count })}</span>
      </p>
    </Notice>
  )
}

function NeverCalled({ station }: { station: Station }) {
  const t = useTexts('connection')
  return (
    <Notice
      tone="calm"
      icon={<IconPlugConnectedX size={18} />}
      action={<Actions station={station} identity="" />}
    >
      <b>{t('attempts.none')}</b>
      <p>{t('attempts.noneLead')}</p>
    </Notice>
  )
}

function Actions({ station, identity }: { station: Station; identity: string }) {
  const t = useTexts('connection')
  const tStation = useTexts('station')
  return (
    <Row>
      <LinkButton small to={addressOf('/crm/station', [station.identity, 'link'])}>
        {tStation('sections.link')}
      </LinkButton>
      <LinkButton small kind="quiet" to={addressOf('/crm/stations/attempts', [], { q: identity })}>
        {t('attempts.toAll')}
      </LinkButton>
    </Row>
  )
}

/** The latest connection attempts as a table, with what the station needs to connect. */
export function StationAttempts({ station }: { station: Station }) {
  const t = useTexts('connection')
  const attempts = useOpenAttempts(station)
  const rows = attempts.data ?? []
  if (station.connected || (rows.length === 0 && !attempts.error)) return null
  return (
    <Part title={t('attempts.latest')}>
      <PartTable
        query={attempts}
        label={t('attempts.latest')}
        columns={stationAttemptColumns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ address }) => address}
      />
    </Part>
  )
}
