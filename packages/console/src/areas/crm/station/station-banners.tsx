import { unmatchedCount, stationAction, stationSet } from '@stationmaster/contract'
import { IconAlertTriangle, IconClock, IconCircleOff, IconEarOff, IconLockOpen } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { registrationOf } from '../../../features/stations/registration.ts'
import { OutOfServiceNotice, ServiceDialog } from '../../../features/stations/service-parts.ts'
import { AnswerNotice, sendToStation } from '../../../features/stations/station-answer.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Row } from '../../../ui/page/page.tsx'
import { isOpenWithoutKey } from './open-access.ts'
import { AttemptBanner, useOpenAttempts } from './station-attempts.tsx'
import { IncidentBanner, useOpenIncidents } from './station-incidents.tsx'
import { useStationActions } from './station-menu.tsx'

/** Messages that come before everything else on the page, and decisions that are needed. */
export function StationBanners({ station }: { station: Station }) {
  return (
    <>
      <StateBanner station={station} />
      <ServiceBanner station={station} />
      <IncidentBanner station={station} />
      <AttemptBanner station={station} />
      <Approval station={station} />
      {station.connected && station.unresponsive && <Unresponsive />}
      <Open station={station} />
      <Unmatched station={station} />
    </>
  )
}

function ServiceBanner({ station }: { station: Station }) {
  const [dialog, setDialog] = useState<'out' | 'in' | null>(null)
  return (
    <Suspense>
      {station.outofservicesince !== null && (
        <OutOfServiceNotice station={station.id} of={station} onAct={setDialog} />
      )}
      {dialog && <ServiceDialog station={station} to={dialog} onClose={() => setDialog(null)} />}
    </Suspense>
  )
}

function StateBanner({ station }: { station: Station }) {
  const t = useTexts('station')
  const { act } = useStationActions(station)
  const may = useMay()
  if (station.statecode !== 'disabled' && station.statecode !== 'deleted') return null
  const way = station.statecode === 'disabled' ? 'enable' : 'restore'
  return (
    <Notice
      tone="calm"
      icon={<IconCircleOff size={18} />}
      action={
        may(stationAction, { id: station.id, action: way }) && (
          <Button small onClick={() => void act(way)}>
            {t(`menu.${way}`)}
          </Button>
        )
      }
    >
      {t(`banners.${station.statecode}`)}
    </Notice>
  )
}

/** A station that waits for approval, or was rejected. */
function Approval({ station }: { station: Station }) {
  const t = useTexts('station')
  const { approve } = useStationActions(station)
  const mayApprove = useMay()(stationSet, { id: station.id })
  const registration = registrationOf(station)
  if (registration === null) return null
  if (registration === 'approved') {
    return <Approved station={station} />
  }
  const isRejected = registration === 'rejected'
  // Rejected by a user while it charges: nothing ends before it boots again.
  const isSoon = isRejected && station.bootstatus === 'Accepted'
  return (
    <Notice
      tone={isRejected ? 'bad' : 'warn'}
      icon={isRejected ? <IconAlertTriangle size={18} /> : <IconClock size={18} />}
      alert
      action={
        mayApprove && (
          <Row>
            <Button small kind={isRejected ? 'plain' : 'primary'} onClick={() => approve('accepted')}>
              {t('menu.approve')}
            </Button>
            {!isRejected && (
              <Button small onClick={() => approve('rejected')}>
                {t('menu.reject')}
              </Button>
            )}
          </Row>
        )
      }
    >
      {isSoon ? (
        t('banners.rejectedSoon')
      ) : (
        <>
          <b>{t(`banners.${registration}`)}</b>
          <p>{t(`banners.${registration}Lead`)}</p>
        </>
      )}
    </Notice>
  )
}

/**
 * An approved station is accepted at its next BootNotification, which can be triggered while it is connected.
 * A station whose boot was rejected is sent nothing (OCPP 1.6, 4.2).
 */
function Approved({ station }: { station: Station }) {
  const t = useTexts('station')
  const request = useMutation({
    mutationFn: () => sendToStation(station.id, 'TriggerMessage', { requestedMessage: 'BootNotification' }),
  })
  const canTrigger = station.connected && station.bootstatus === 'Pending'
  const isTriggered = request.data?.state === 'accepted'
  return (
    <>
      <Notice
        tone="busy"
        icon={<IconClock size={18} />}
        action={
          canTrigger && (
            <Button small loading={request.isPending} onClick={() => request.mutate()}>
              {t('banners.bootNow')}
            </Button>
          )
        }
      >
        {t('banners.approvedSoon')} {isTriggered && <output>{t('banners.bootRequested')}</output>}
      </Notice>
      {request.error && <Failure small error={request.error} />}
      {request.data && !isTriggered && !request.isPending && <AnswerNotice answer={request.data} />}
    </>
  )
}

function Unresponsive() {
  const t = useTexts('station')
  return (
    <Notice tone="warn" icon={<IconEarOff size={18} />}>
      <b>{t('banners.unresponsive')}</b>
      <p>{t('banners.unresponsiveLead')}</p>
    </Notice>
  )
}

function Open({ station }: { station: Station }) {
  const t = useTexts('station')
  const format = useFormat()
  const name = useStationName()
  if (!isOpenWithoutKey(station, useNow())) return null
  return (
    <Notice
      tone="warn"
      icon={<IconLockOpen size={18} />}
      action={
        <LinkButton small to={addressOf('/crm/station', [name(station), 'link'])}>
          {t('sections.link')}
        </LinkButton>
      }
    >
      {t('banners.open', { until: format.dateTime(station.openuntil) })}
    </Notice>
  )
}

/** Counts the open unmatched messages of a station. */
const useUnmatched = (station: string) =>
  useEndpoint(
    unmatchedCount,
    { filter: { stationid: station }, search: [{ field: 'resolved', compare: 'ISN' }] },
    { hints: ['unmatched.changed'], station },
  )

/** Returns true while the data that decides which banners are shown is loaded for the first time. */
export function useBannersLoading(station: Station): boolean {
  const queries = [useOpenIncidents(station.id), useOpenAttempts(station), useUnmatched(station.id)]
  return queries.some((query) => query.isLoading)
}

/** Banner for unmatched messages of the station. */
function Unmatched({ station }: { station: Station }) {
  const t = useTexts('station')
  const name = useStationName()
  const count = useUnmatched(station.id).data?.count ?? 0
  if (count === 0) return null
  return (
    <Notice
      tone="warn"
      icon={<IconAlertTriangle size={18} />}
      action={
        <LinkButton small to={addressOf('/crm/station', [name(station), 'details'])}>
          {t('banners.look')}
        </LinkButton>
      }
    >
      {t('banners.unmatched', { count })}
    </Notice>
  )
}
