import { stationFigures } from '@stationmaster/contract'
import { Link } from 'react-router'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { exactPercent } from '../availability/availability-columns.tsx'
import { DayStrip } from '../availability/day-strip.tsx'

/** Availability, faults by type, connections and firmware versions of the last thirty days. */
export function StationHistory({ station: { id } }: { station: Station }) {
  const t = useTexts('availability')
  const format = useFormat()
  const found = useEndpoint(stationFigures, { id }, { hints: ['station.changed'] })
  const { data } = found
  return (
    <Card
      title={t('history.title')}
      actions={<Link to={addressOf('/crm/availability', [], { station: id })}>{t('history.byMonth')}</Link>}
    >
      {data ? (
        <Stack gap={4}>
          {data.connectors > 0 && <DayStrip days={data.days} evses={data.connectors} />}
          <KeyValues
            rows={[
              [t('columns.availability'), exactPercent(data.availability, format.language)],
              [
                t('history.faults'),
                data.faults.length === 0
                  ? t('history.noFaults')
                  : data.faults.map(({ errorcode, count, last }) => (
                      <div key={errorcode}>
                        <bdi>{errorcode ?? t('history.noCode')}</bdi> · {format.number(count)} ·{' '}
                        <Moment at={last} />
                      </div>
                    )),
              ],
              [t('history.reconnects'), format.number(data.reconnects)],
              [
                t('history.firmware'),
                data.firmware.length === 0
                  ? '–'
                  : data.firmware.map(({ version, since }) => (
                      <div key={since}>
                        <bdi>{version}</bdi> · {t('history.since')} <Moment at={since} />
                      </div>
                    )),
              ],
            ]}
          />
        </Stack>
      ) : (
        <Unloaded small query={found} rows={3} />
      )}
    </Card>
  )
}
