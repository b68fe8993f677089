import {
  type AvailabilityDefinition,
  type AvailabilityHours,
  availabilityGet,
  connectorList,
  exclusionList,
  exclusionSet,
  stationGet,
} from '@stationmaster/contract'
import { useState } from 'react'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import css from './availability.module.css'
import { exactPercent, rowName } from './availability-columns.tsx'
import { DayStrip } from './day-strip.tsx'
import { ExclusionDialog } from './exclusion-dialog.tsx'
import { ExclusionRow } from './exclusions.tsx'
import { monthName } from '../../../lib/month.ts'
import { reasonOfOutage } from './outage-note.ts'

interface EvseDrawerProps {
  station: string
  connector: number
  month: string
  definition: AvailabilityDefinition
  hours: AvailabilityHours
  onClose: () => void
}

const noteFields = ['outofservicereason', 'outofservicesince']
const hints = ['station.changed', 'site.changed'] as const
const connectorHints = ['connector.changed'] as const
const tones = {
  operative: 'good',
  faulted: 'bad',
  unavailable: 'warn',
  disabled: 'warn',
  offline: 'bad',
  unknown: 'calm',
} as const

/** A connector in a month: its outages with causes, and the exclusions that apply to it. */
export function EvseDrawer({ station, connector, month, definition, hours, onClose }: EvseDrawerProps) {
  const t = useTexts('availability')
  const format = useFormat()
  const mayExclude = useMay()(exclusionSet)
  const [excluded, setExcluded] = useState<{ from: string; to: string; description: string } | null>(null)
  const found = useEndpoint(
    availabilityGet,
    { id: station, connectorid: connector, month, definition, hours },
    { hints },
  )
  const exclusions = useEndpoint(exclusionList, { month, stationid: station }, { hints })
  const { data } = found
  const ofStation = useEndpoint(stationGet, { id: station, fields: noteFields }, { hints }).data
  const filter = { stationid: station, connectorid: connector }
  const ofConnector = useEndpoint(
    connectorList,
    { filter, fields: noteFields },
    { hints: connectorHints, station },
  ).data?.[0]
  const reasonOf = (end: string): string => reasonOfOutage(end, [ofConnector, ofStation])
  const duration = (minutes: number) => (minutes === 0 ? '–' : format.duration(minutes * 60))
  const outages = data?.intervals.filter(({ state }) => state !== 'operative') ?? []
  const own = (exclusions.data ?? []).filter(
    ({ connectorid }) => connectorid === null || connectorid === connector,
  )
  return (
    <Drawer wide title={data ? <bdi>{rowName(data.row)}</bdi> : t('title')} onClose={onClose}>
      {data ? (
        <Stack gap={4}>
          <DayStrip days={data.row.days} evses={1} />
          <KeyValues
            rows={[
              [t(`definitions.${definition}`), exactPercent(data.row.availability, format.language)],
              [t('columns.gross'), exactPercent(data.row.gross, format.language)],
              definition === 'nevi' && [
                t('columns.uptime'),
                data.row.uptimesince === null
                  ? '–'
                  : `${exactPercent(data.row.uptime, format.language)} (${t('since', { date: format.date(data.row.uptimesince) })})`,
              ],
              [t('columns.outage'), duration(data.row.outage)],
              [t('columns.excluded'), duration(data.row.excluded)],
              data.row.closed > 0 && [t('columns.closed'), duration(data.row.closed)],
              [t('columns.unknown'), duration(data.row.unknown)],
            ]}
          />
          <p className="muted">
            {monthName(month, format.language)} · {t('zone', { zone: data.timezone })}
          </p>
          <Row>
            <LinkButton small to={addressOf('/crm/station', [station])}>
              {t('openStation')}
            </LinkButton>
            <LinkButton small to={addressOf('/crm/station', [station, 'activity'])}>
              {t('activity')}
            </LinkButton>
          </Row>
          <h3>{t('outages')}</h3>
          {outages.length === 0 && <p className="muted">{t('noOutages')}</p>}
          <ul className={css.intervals}>
            {outages.map(({ from, to, minutes, state, errorcode, closed, exclusions: covered }) => (
              <li key={from}>
                <ToneChip tone={tones[state]}>{t(`states.${state}`)}</ToneChip>
                <span className={css.evidence}>
                  <span>{format.range(from, to)}</span>
                  <span className="muted">
                    {[
                      format.duration(minutes * 60),
                      errorcode !== null && errorcode !== 'NoError' && errorcode,
                      closed > 0 && t('hours.closed', { duration: format.duration(closed * 60) }),
                      covered.length > 0 && t('levels.excluded'),
                      reasonOf(to),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                {mayExclude && state !== 'unknown' && (
                  <Button small onClick={() => setExcluded({ from, to, description: reasonOf(to) })}>
                    {t('exclusions.add')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {own.length > 0 && (
            <>
              <h3>{t('exclusions.title')}</h3>
              <ul className={css.intervals}>
                {own.map((one) => (
                  <ExclusionRow key={one.id} exclusion={one} definition={definition} />
                ))}
              </ul>
            </>
          )}
          {excluded && <ExclusionDialog period={excluded} row={data.row} onClose={() => setExcluded(null)} />}
        </Stack>
      ) : (
        <Unloaded query={found} rows={4} />
      )}
    </Drawer>
  )
}
