import { availabilityFigures, availabilityGroups, availabilityList } from '@stationmaster/contract'
import { IconCalendarCheck, IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { oneOf, text, useAddress } from '../../../lib/address.ts'
import { callFile } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, IconButton } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { Amount, Figure, Figures } from '../../../ui/page/figures.tsx'
import { Card, Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { ExportMenu } from '../../../ui/table/export-menu.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import css from '../availability/availability.module.css'
import {
  type Availability as Row,
  columnsOf,
  type Definition,
  rowName,
  targets,
} from '../availability/availability-columns.tsx'
import { longOutage, shortOutage } from '../availability/day-level.ts'
import { Exclusions } from '../availability/exclusions.tsx'
import { monthName, monthParameter, shiftMonth, thisMonth } from '../availability/month.ts'

const EvseDrawer = lazy(async () => ({
  default: (await import('../availability/evse-drawer.tsx')).EvseDrawer,
}))

const where = {
  month: monthParameter,
  definition: oneOf(['afir', 'nevi']),
  by: oneOf(availabilityGroups),
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
  const [most, setMost] = useState(step)
  const selection = {
    month,
    definition,
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
              <span className="phone-hidden">{t('print')}</span>
            </Button>
          </>
        }
      />
      <Stack>
        <Totals definition={definition} figures={figures.data} />
        <Card pad={false}>
          <div className={css.tools}>
            <SegmentedControl
              aria-label={t('definition')}
              value={definition}
              onChange={(value) => go({ definition: value as Definition })}
              data={where.definition.words.map((value) => ({ value, label: t(`definitions.${value}`) }))}
            />
            <p>{t(`formulas.${definition}`)}</p>
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
          <Legend />
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
            onClose={() => go({ evse: '' })}
          />
        )}
      </Suspense>
    </Page>
  )
}

function MonthPicker({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const t = useTexts('availability')
  const { language } = useFormat()
  return (
    <span className={css.month}>
      <IconButton label={t('previous')} onClick={() => onChange(shiftMonth(month, -1))}>
        <IconChevronLeft size={18} />
      </IconButton>
      <span aria-live="polite">{monthName(month, language)}</span>
      <IconButton
        label={t('next')}
        disabled={month >= thisMonth()}
        onClick={() => onChange(shiftMonth(month, 1))}
      >
        <IconChevronRight size={18} />
      </IconButton>
    </span>
  )
}

type FiguresShown = NonNullable<ReturnType<typeof useEndpoint<typeof availabilityFigures>>['data']>

function Totals({ definition, figures }: { definition: Definition; figures: FiguresShown | undefined }) {
  const t = useTexts('availability')
  const format = useFormat()
  const target = targets[definition]
  const value = figures?.availability ?? null
  const duration = (minutes: number | undefined) => (
    <span className="figure">{minutes ? format.duration(minutes * 60) : '–'}</span>
  )
  const percent = <Amount quantity={{ value: value === null ? '–' : format.number(value, 2), unit: '%' }} />
  return (
    <Figures>
      <Figure
        label={t('figures.all')}
        value={value !== null && value < target ? <span className={css.below}>{percent}</span> : percent}
        note={t('figures.target', { percent: format.percent(target) })}
      />
      <Figure
        label={t('figures.below')}
        value={
          <span className={figures?.below ? `figure ${css.below}` : 'figure'}>
            {figures ? format.number(figures.below) : '–'}
          </span>
        }
        note={figures && t('figures.of', { count: figures.evses })}
      />
      <Figure
        label={t('figures.outage')}
        value={duration(figures?.outage)}
        note={figures && figures.outages > 0 && t('figures.outages', { count: figures.outages })}
      />
      <Figure
        label={t('figures.excluded')}
        value={duration(figures?.excluded)}
        note={figures && figures.excluded > 0 && t('figures.excludedNote')}
      />
    </Figures>
  )
}

const entry = (level: string, words: string) => (
  <span key={level}>
    <i className={css.day} data-level={level} />
    {words}
  </span>
)

function Legend() {
  const t = useTexts('availability')
  const format = useFormat()
  return (
    <p className={css.legend}>
      {entry('none', t('levels.none'))}
      {entry('short', t('levels.short', { duration: format.duration(shortOutage * 60) }))}
      {entry('medium', t('levels.short', { duration: format.duration(longOutage * 60) }))}
      {entry('long', t('levels.long'))}
      {entry('excluded', t('levels.excluded'))}
      {entry('unknown', t('levels.unknown'))}
      <span>{t('perDay')}</span>
    </p>
  )
}
