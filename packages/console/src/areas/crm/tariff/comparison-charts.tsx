import { comparisonBounds, type ComparisonGroup } from '@stationmaster/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { amountOfMinor } from '../../../lib/amount.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { BarColumns } from '../../../ui/chart/bar-columns.tsx'
import { BarRows } from '../../../ui/chart/bar-rows.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { csvText } from '../../../ui/import/csv-text.ts'
import { Card } from '../../../ui/page/page.tsx'
import { download } from '../../../ui/table/download.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { changeOf, type Comparison, differenceOf } from './comparison.ts'
import { useSigned } from './use-signed.ts'
import css from './comparison.module.css'

const groupings = ['sites', 'clients', 'hours'] as const
type Grouping = (typeof groupings)[number]

interface ChartsProps {
  comparison: Comparison
  month: string
}

/** Bars in the chart; all groups are in the table. */
const mostBars = 10
/** Rows that the table shows first. */
const rowsShown = 50

/** Differences by site, client or hour as chart and table, and how many sessions change by how much. */
export function ComparisonCharts({ comparison, month }: ChartsProps) {
  const t = useTexts('tariff-comparison')
  const [by, setBy] = useState<Grouping>('sites')
  const nameOf = useGroupName(by)
  const { difference } = useSigned(comparison.currency)
  const groups = comparison[by]
  const shown = by === 'hours' ? groups : largest(groups)
  return (
    <>
      <div className={css.charts}>
        <Card
          title={
            <>
              {t(`titles.${by}`)}
              <span className={css.hint}>{t('shown', { shown: shown.length, all: groups.length })}</span>
            </>
          }
          actions={
            <SegmentedControl
              size="xs"
              aria-label={t('by')}
              value={by}
              onChange={(value) => setBy(groupings.find((one) => one === value) ?? 'sites')}
              data={groupings.map((value) => ({ value, label: t(`groups.${value}`) }))}
            />
          }
        >
          <BarRows
            label={t(`titles.${by}`)}
            bars={shown.map((group) => ({
              id: group.id ?? '',
              label: nameOf(group),
              value: differenceOf(group),
              text: difference(differenceOf(group)),
            }))}
          />
        </Card>
        <Changes comparison={comparison} />
      </div>
      <GroupsTable comparison={comparison} by={by} month={month} />
    </>
  )
}

/** The groups with the largest differences, in the order of the signed difference. */
const largest = (groups: readonly ComparisonGroup[]): ComparisonGroup[] =>
  groups
    .toSorted((a, b) => Math.abs(differenceOf(b)) - Math.abs(differenceOf(a)))
    .slice(0, mostBars)
    .sort((a, b) => differenceOf(b) - differenceOf(a))

function useGroupName(by: Grouping): (group: ComparisonGroup) => string {
  const t = useTexts('tariff-comparison')
  return ({ id, name }) =>
    by === 'hours' ? `${String(id).padStart(2, '0')}:00` : (name ?? t(by === 'sites' ? 'noSite' : 'noClient'))
}

const signed = (value: number) => (value < 0 ? `\u2212${-value}` : value > 0 ? `+${value}` : '0')

function Changes({ comparison: { changes, currency } }: { comparison: Comparison }) {
  const t = useTexts('tariff-comparison')
  const { percent } = useSigned(currency)
  const format = useFormat()
  const [low, lower, , , higher, high] = comparisonBounds
  const labels = [
    `≤ ${percent(low)}`,
    `${signed(low)}…${signed(lower)}`,
    `${signed(lower)}…0`,
    t('changes.same'),
    `0…${signed(higher)}`,
    `${signed(higher)}…${signed(high)}`,
    `> ${percent(high)}`,
  ]
  return (
    <Card
      title={
        <>
          {t('changes.title')}
          <span className={css.hint}>{t('changes.hint')}</span>
        </>
      }
    >
      <BarColumns
        label={t('changes.title')}
        bars={changes.map((count, place) => ({
          id: String(place),
          label: labels[place] ?? '',
          value: count,
          text: format.number(count),
          tone: place < 3 ? 'less' : place > 3 ? 'more' : 'same',
        }))}
      />
    </Card>
  )
}

/** Returns the line of a group in a file. */
const lineOf = (group: ComparisonGroup, name: string, currency: string): (string | number)[] => [
  name,
  group.sessions,
  group.energy / 1000,
  amountOfMinor(group.before, currency),
  amountOfMinor(group.after, currency),
  amountOfMinor(differenceOf(group), currency),
  group.less,
  group.more,
  currency,
]

function GroupsTable({ comparison, by, month }: ChartsProps & { by: Grouping }) {
  const t = useTexts('tariff-comparison')
  const format = useFormat()
  const nameOf = useGroupName(by)
  const [most, setMost] = useState(rowsShown)
  const { currency, sum } = comparison
  const { money, difference, percent } = useSigned(currency)
  const titles = [
    t(`groups.${by}`),
    t('columns.sessions'),
    t('columns.energy'),
    t('before'),
    t('after'),
    t('difference'),
    t('columns.change'),
    t('payLess'),
    t('payMore'),
  ]
  const cells = (group: ComparisonGroup) => [
    format.number(group.sessions),
    format.energy(group.energy),
    money(group.before),
    money(group.after),
    <b key="difference">{difference(differenceOf(group))}</b>,
    percent(changeOf(group)),
    format.number(group.less),
    format.number(group.more),
  ]
  const row = (group: ComparisonGroup, name: string) => (
    <tr key={group.id ?? ''}>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {cells(group).map((cell, at) => (
        <td key={at}>{cell}</td>
      ))}
    </tr>
  )
  const save = () => {
    const head = [
      ...titles.slice(0, 2),
      `${t('columns.energy')} (kWh)`,
      ...titles.slice(3, 6),
      t('payLess'),
      t('payMore'),
      '',
    ]
    download(
      csvText([head, ...comparison[by].map((group) => lineOf(group, nameOf(group), currency))]),
      `comparison-${month}.csv`,
    )
  }
  return (
    <Card
      title={t(`titles.${by}`)}
      pad={false}
      actions={
        <Button small icon={<IconDownload size={14} />} onClick={save}>
          {t('csv')}
        </Button>
      }
    >
      <PlainTable wide numbers label={t(`titles.${by}`)} titles={titles} className={css.table}>
        <tbody>{comparison[by].slice(0, most).map((group) => row(group, nameOf(group)))}</tbody>
        <tfoot>{row({ id: 'total', name: null, ...sum }, t('total'))}</tfoot>
      </PlainTable>
      {comparison[by].length > most && (
        <div className={css.more}>
          <Button small onClick={() => setMost(most + 4 * rowsShown)}>
            {t('ui.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
