import type { AnswerOf, ReportRow, reportSum } from '@stationmaster/contract'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import type { ShownReport } from './report-chart.tsx'
import { useRowName } from './use-row-name.ts'
import css from './report.module.css'

type Amounts = AnswerOf<typeof reportSum>[number]

const rowsShown = 50

/** A row per group and the totals of each currency. */
export function ReportTable({ rows, sums, by, period }: ShownReport) {
  const t = useTexts('reports')
  const nameOf = useRowName(by, period)
  const [most, setMost] = useState(rowsShown)
  const hasCommission = sums.some(({ commission }) => commission !== null)
  const titles = [
    t(`groups.${by}`),
    t('columns.sessions'),
    t('columns.energy'),
    t('columns.net'),
    t('columns.tax'),
    t('columns.gross'),
    ...(hasCommission ? [t('columns.commission')] : []),
  ]
  return (
    <>
      <PlainTable wide numbers label={t('title')} titles={titles} className={css.table}>
        <tbody>
          {rows.slice(0, most).map((row: ReportRow) => (
            <tr key={row.id}>
              <th scope="row">
                <bdi>{nameOf(row)}</bdi>
              </th>
              <Cells of={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map((sum) => (
            <tr key={sum.currency}>
              <th scope="row">{t('total')}</th>
              <Cells of={sum} />
            </tr>
          ))}
        </tfoot>
      </PlainTable>
      {rows.length > most && (
        <div className={css.more}>
          <Button small onClick={() => setMost(most + 4 * rowsShown)}>
            {t('ui.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Cells({ of: { sessions, energy, net, tax, gross, commission, currency } }: { of: Amounts }) {
  const format = useFormat()
  return (
    <>
      <td>{format.number(sessions)}</td>
      <td>{format.energy(energy)}</td>
      <td>{format.money(net, currency)}</td>
      <td>{format.money(tax, currency)}</td>
      <td>
        <b>{format.money(gross, currency)}</b>
      </td>
      {commission !== null && <td>{format.money(commission, currency)}</td>}
    </>
  )
}
