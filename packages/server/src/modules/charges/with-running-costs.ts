import { decimalText } from '../../shared/money.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { RunningCosts } from './running-cost.ts'
import { seesPrice } from './sees-price.ts'

/** Columns of a list of sessions that a running price fills; a query may select some of them. */
export interface PricedRow {
  id: string
  statecode: string
  cost: string | null
  currency: string | null
  pricestate: string | null
}

/** Fills the costs so far into the rows of running sessions that the viewer may see. */
export async function withRunningCosts<Row extends PricedRow>(
  running: RunningCosts,
  viewer: Viewer,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows
    .filter(({ id, statecode, cost }) => id && statecode === 'running' && cost === null)
    .map(({ id }) => id)
  if (ids.length === 0) return [...rows]
  const costs = await running.of(ids)
  return rows.map((row) => {
    const cost = costs.get(row.id)
    if (!cost || row.statecode !== 'running' || !seesPrice(viewer, cost.rated.session.clientId)) return row
    const { currency, grossMinor, digits } = cost.rated
    if (currency === null) return row
    return {
      ...row,
      cost: decimalText(grossMinor, digits),
      ...('currency' in row && { currency }),
      ...('pricestate' in row && { pricestate: 'running' }),
    }
  })
}
