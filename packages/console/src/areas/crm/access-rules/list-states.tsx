import { localListStates, stationCount } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'

const useCount = (locallist: (typeof localListStates)[number]): number =>
  useEndpoint(stationCount, { filter: { locallist } }, { hints: ['station.changed'], keepPrevious: true })
    .data?.count ?? 0

/** Counts the stations by the state of their generated local list; absent if none is generated. */
export function ListStates() {
  const t = useTexts('local-lists')
  const counts = { current: useCount('current'), outdated: useCount('outdated'), failed: useCount('failed') }
  const shown = localListStates.filter((state) => counts[state] > 0)
  if (shown.length === 0) return null
  return (
    <p className="muted">
      {t('countedTitle')}{' '}
      {shown.map((state, index) => (
        <span key={state}>
          {index > 0 && ' · '}
          <Link to={`${addressOf('/crm/stations')}?lists=${state}`}>
            {t(`counted.${state}`, { count: counts[state] })}
          </Link>
        </span>
      ))}
    </p>
  )
}
