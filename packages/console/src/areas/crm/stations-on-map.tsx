import { stationMap } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { StationMap } from '../../features/map/station-map.tsx'
import { text, useAddress } from '../../lib/address.ts'
import type { SearchTerm } from '../../lib/list.ts'
import { ask } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../../ui/buttons.tsx'
import { Failure, Loading } from '../../ui/feedback/feedback.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { DisplayState } from '../../ui/state/state-names.ts'
import css from './stations-on-map.module.css'

const hints = ['station.changed', 'connector.changed'] as const
const where = { pin: text() }

const details = ({ identity }: { identity: string }) => <OpenStation identity={identity} />

function OpenStation({ identity }: { identity: string }) {
  const t = useTexts('stations')
  return (
    <LinkButton small to={addressOf('/crm/station', [identity])}>
      {t('open')}
    </LinkButton>
  )
}

/** All stations that match, on the map: no pages. Those without a position are counted below. */
export default function StationsOnMap({
  states,
  search,
  total,
  onUnavailable,
}: {
  states: readonly DisplayState[]
  search: readonly SearchTerm[]
  total: number | null
  onUnavailable: () => void
}) {
  const t = useTexts('stations')
  const [at, go] = useAddress(where)
  const body = {
    ...(states.length > 0 ? { filter: { displaystate: [...states] } } : {}),
    ...(search.length > 0 ? { search: [...search] } : {}),
  }
  const stations = useQuery(ask(stationMap, body, { hints, keep: true }))
  if (stations.error && !stations.data)
    return <Failure error={stations.error} onRetry={() => void stations.refetch()} />
  if (!stations.data) return <Loading rows={8} />
  const without = (total ?? stations.data.length) - stations.data.length
  return (
    <div className={css.place}>
      <div className={css.map}>
        <StationMap
          stations={stations.data}
          selected={stations.data.find(({ identity }) => identity === at.pin)?.id ?? null}
          onSelect={(id) => go({ pin: stations.data.find((station) => station.id === id)?.identity ?? '' })}
          details={details}
          onUnavailable={onUnavailable}
        />
      </div>
      {without > 0 && <Notice tone="calm">{t('noPosition', { count: without })}</Notice>}
    </div>
  )
}
