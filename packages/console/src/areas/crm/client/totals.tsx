import { clientTotals, totalPeriods } from '@stationmaster/contract'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { oneOf, useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { Figure, Figures } from '../../../ui/page/figures.tsx'
import { Part } from '../../../ui/page/part.tsx'
import { totalsQuery } from './totals-query.ts'

const where = { period: oneOf(totalPeriods, 'month') }

/** Energy, sessions and charging time of one period. */
export function Totals({ client }: { client: Client }) {
  const t = useTexts('clients')
  const format = useFormat()
  const [at, go] = useAddress(where)
  const found = useEndpoint(clientTotals, ...totalsQuery(client.id))
  const totals = found.data?.find(({ period }) => period === at.period)
  const average = (sum: number): number => sum / (totals?.sessions ?? 1)
  const note = (value: string) => totals && totals.sessions > 0 && t('totals.average', { value })
  return (
    <Part
      title={t('totals.title')}
      actions={
        <SegmentedControl
          aria-label={t('totals.period')}
          value={at.period}
          data={totalPeriods.map((value) => ({ value, label: t(`totals.${value}`) }))}
          onChange={(value) => go({ period: where.period.read(value) })}
        />
      }
    >
      {!totals && <Unloaded small query={found} rows={1} rowHeight={86} />}
      {totals && (
        <Figures>
          <Figure
            label={t('totals.energy')}
            value={format.energyQuantity(totals.energy)}
            note={note(format.energy(average(totals.energy)))}
          />
          <Figure
            label={t('totals.sessions')}
            value={<span className="figure">{format.number(totals.sessions)}</span>}
          />
          <Figure
            label={t('totals.duration')}
            value={<span className="figure">{format.duration(totals.duration)}</span>}
            note={note(format.duration(average(totals.duration)))}
          />
        </Figures>
      )}
    </Part>
  )
}
