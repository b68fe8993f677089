import { newestReading, totalPower, useReadings } from '../../../features/stations/live-readings.ts'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useConnectors, useRunning } from '../../../features/stations/station-queries.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Figure, Figures } from '../../../ui/page/figures.tsx'
import { Running } from '../../../ui/time/moment.tsx'

/** Current power, energy of the day, running sessions and their duration, number of free connectors. */
export function StationFigures({ station }: { station: Station }) {
  const t = useTexts('station')
  const tTransactions = useTexts('transactions')
  const now = useNow()
  const format = useFormat()
  const board = useReadings(station.id)
  const connectors = useConnectors(station.id).rows ?? []
  const running = useRunning(station.id).data ?? []
  const longest = running.at(-1)
  const isCharging = station.connectors.some(({ transactionid }) => transactionid !== null)
  const power = totalPower(connectors, board) ?? (isCharging || !station.connected ? station.power : 0)
  const readAt = newestReading(connectors, board)
  // A connector that only a StartTransaction named may not exist.
  const announced = station.connectors.filter((connector) => connector.announced)
  const free = station.connectors.filter(({ statecode }) => statecode === 'available').length
  return (
    <Figures>
      <Figure
        label={t('figures.powerNow')}
        value={format.powerQuantity(power)}
        note={readAt && tTransactions('readAt', { time: format.clock(readAt, now) })}
      />
      <Figure
        label={t('figures.energyToday')}
        value={format.energyQuantity(station.energytoday)}
        note={t('figures.sinceMidnight')}
      />
      <Figure
        label={t('figures.running')}
        value={<span className="figure">{format.number(running.length)}</span>}
        note={
          longest && (
            <span dir="auto">
              {t('figures.longest')} <Running since={longest.datestart} />
            </span>
          )
        }
      />
      <Figure
        label={t('figures.connectors')}
        value={
          <span className="figure">
            {station.connected ? format.number(free) : '–'} / {format.number(announced.length)}
          </span>
        }
        note={t('figures.free', { count: free })}
      />
    </Figures>
  )
}
