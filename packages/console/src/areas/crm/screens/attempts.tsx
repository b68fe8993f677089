import {
  connectionAttemptCount,
  connectionAttemptList,
  connectionAttemptReasons,
  stationLink,
} from '@stationmaster/contract'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { AddStation } from '../../../features/stations/add-station.tsx'
import { attemptColumns } from '../../../features/stations/attempt-columns.tsx'
import { useAttemptTexts } from '../../../features/stations/attempt-texts.ts'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const where = {
  ...listParameters,
  reason: oneOf(['any', ...connectionAttemptReasons]),
  show: oneOf(['open', 'all']),
  add: text(),
}

/** Rejected handshakes of all stations: shows why a station does not appear. */
export default function Attempts() {
  const t = useTexts('connection')
  const words = useAttemptTexts()
  const user = useUser()
  const [at, go] = useAddress(where)
  const columns = useMemo(
    () =>
      attemptColumns({
        code: user?.account.code ?? '',
        isAdmin: user?.admin ?? false,
        onAdd: (identity) => go({ add: identity }, { push: true }),
      }),
    [user, go],
  )
  const attempts = usePagedList({
    name: 'attempts',
    list: connectionAttemptList,
    count: connectionAttemptCount,
    columns,
    where,
    at,
    go,
    fields: ['identity', 'address', 'username'],
    filter: at.show === 'open' ? { resolved: false } : {},
    filterBy: { reason: 'reason' },
    order: ['last DESC'],
    hints: ['connection_attempt.changed', 'station.changed'],
  })
  return (
    <ListScreen
      list={attempts}
      title={t('screens.attempts')}
      crumbs={[{ label: t('screens.stations'), to: addressOf('/crm/stations') }]}
      facts={t('attempts.lead')}
      file="connection-attempts"
      placeholder={t('attempts.filter')}
      filters={[
        selectFilter(attempts, 'reason', {
          label: t('attempts.columns.reason'),
          word: (reason) => (reason === 'any' ? t('attempts.anyReason') : words.reason({ reason })),
          width: 220,
        }),
        segmentFilter(attempts, 'show', {
          label: t('attempts.show'),
          word: (show) => t(`attempts.${show}`),
          none: [at.show],
        }),
      ]}
      empty={<NoAttempts />}
      rowName={(attempt) => attempt.identity || attempt.path}
    >
      {at.add !== '' && <AddStation identity={at.add} onClose={() => go({ add: '' })} />}
    </ListScreen>
  )
}

function NoAttempts() {
  const t = useTexts('connection')
  const link = useEndpoint(stationLink, {})
  return (
    <Empty
      icon={<IconPlugConnectedX size={28} stroke={1.5} />}
      title={t('attempts.empty')}
      lead={
        <>
          {t('attempts.emptyLead')} {link.data && <bdi className="mono">{link.data.base}</bdi>}
        </>
      }
    />
  )
}
