import {
  availabilityDefaults,
  availabilityFigures,
  availabilityGroups,
  availabilityHours,
  availabilityList,
} from '@stationmaster/contract'
import { IconCalendarCheck, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { oneOf, text, useAddress } from '../../../lib/address.ts'
import { callFile } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { monthName, monthParameter, thisMonth } from '../../../lib/month.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { Card, Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { ExportMenu } from '../../../ui/table/export-menu.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { MonthPicker } from '../../../ui/time/month-picker.tsx'
import css from '../availability/availability.module.css'
import { type Availability as Row, columnsOf, rowName } from '../availability/availability-columns.tsx'
import { AvailabilityTotals } from '../availability/availability-totals.tsx'
import { DayLegend } from '../availability/day-legend.tsx'
import { Exclusions } from '../availability/exclusions.tsx'

const EvseDrawer = lazy(async () => ({
  default: (await import('../availability/evse-drawer.tsx')).EvseDrawer,
}))

const where = {
  month: monthParameter,
  definition: oneOf(['afir', 'nevi']),
  by: oneOf(availabilityGroups),
  /** `usual`: as the definition says. */
  hours: oneOf(['usual', ...availabilityHours]),
  site: text(),
  station: text(),
  /** Open connector: the id of its station and its number. */
  evse: text(),
}
const hints = ['station.changed', 'site.changed'] as const
const step = 100

/** Availability of connectors, stations, sites and networks in a month, the worst first. */
export default function AvailabilityScreen() {
  const t = useTexts('availability')
  const format = useFormat()
  const [at, go] = useAddress(where)
  const { month, definition, by } = at
  const hours = at.hours === 'usual' ? availabilityDefaults[definition].hours : at.hours
  const [most, setMost] = useState(step)
  const selection = {
    month,
    definition,
    hours,
    ...(at.site === '' ? {} : { siteid: at.site }),
    ...(at.station === '' ? {} : { stationid: at.station }),
  }
  const list = useEndpoint(
    availabilityList,
    { ...selection, by, reclimit: most + 1 },
    { hints, keepPrevious: true },
  )
  const figures = useEndpoint(availabilityFigures, selection, { hints, keepPrevious: true })
  const columns = useMemo(() => columnsOf(by, definition), [by, definition])
  const found = list.data ?? []
  const rows = found.slice(0, most)
  const evses = figures.data?.evses ?? 0
  const [openStation, openNumber] = at.evse.split('~')
  return (
    <Page>
      <PageHead
        title={t('title')}
        facts={
          <>
            <span>{monthName(month, format.language)}</span>
            {month === thisMonth() && <span>{t('untilNow')}</span>}
            {figures.data && <span>{t('count', { count: evses })}</span>}
            {!!figures.data?.sites && <span>{t('sites', { count: figures.data.sites })}</span>}
            <span>{t('local')}</span>
          </>
        }
        actions={
          <>
            <MonthPicker month={month} onChange={(next) => go({ month: next })} />
            <ExportMenu<Row>
              name={`availability-${month}-${definition}`}
              columns={columns}
              total={by === 'evse' ? evses : null}
              file={(file) => callFile(availabilityList, { ...selection, by }, file)}
            />
            <Button icon={<IconPrinter size={16} />} onClick={() => window.print()}>
              {t('print')}
            </Button>
          </>
        }
      />
      <Stack>
        <AvailabilityTotals site={at.site} definition={definition} figures={figures.data} />
        <Card pad={false}>
          <div className={css.tools}>
            <SegmentedControl
              aria-label={t('definition')}
              value={definition}
              onChange={(value) => go({ definition: where.definition.read(value), hours: 'usual' })}
              data={where.definition.words.map((value) => ({ value, label: t(`definitions.${value}`) }))}
            />
            <p>{t(`formulas.${definition}`)}</p>
            <SegmentedControl
              aria-label={t('hours.label')}
              value={hours}
              onChange={(value) => go({ hours: where.hours.read(value) })}
              data={availabilityHours.map((value) => ({ value, label: t(`hours.${value}`) }))}
            />
            <SegmentedControl
              aria-label={t('by')}
              value={by}
              onChange={(value) => go({ by: where.by.read(value) })}
              data={availabilityGroups.map((value) => ({ value, label: t(`groups.${value}`) }))}
            />
          </div>
          <div className={css.rows}>
            <PartTable
              query={list}
              label={t('title')}
              columns={columns}
              rows={rows}
              rowId={({ id }) => id}
              rowName={rowName}
              {...(by === 'evse'
                ? {
                    onOpen: ({ stationid, connectorid }: Row) =>
                      go({ evse: `${stationid}~${connectorid}` }, { push: true }),
                  }
                : {})}
              onMore={found.length > most && (() => setMost((before) => before + 4 * step))}
              empty={
                <Empty
                  icon={<IconCalendarCheck size={28} stroke={1.5} />}
                  title={t('empty')}
                  lead={t('emptyLead')}
                />
              }
            />
          </div>
          <DayLegend />
        </Card>
        <Exclusions month={month} station={at.station} site={at.site} definition={definition} />
      </Stack>
      <Suspense>
        {openStation && openNumber && (
          <EvseDrawer
            station={openStation}
            connector={Number(openNumber)}
            month={month}
            definition={definition}
            hours={hours}
            onClose={() => go({ evse: '' })}
          />
        )}
      </Suspense>
    </Page>
  )
}
