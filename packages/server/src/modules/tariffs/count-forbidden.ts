import { afirPowerW } from '@stationmaster/contract'
import type { Bus } from '../../bus/bus.ts'
import { groupBy } from '../../shared/group-by.ts'
import type { Tx } from '../../storage/transaction.ts'
import { adHocSelection } from './check.ts'
import { accountsWithLimited, storeForbidden } from './count-forbidden-store.ts'
import { readCandidates, readConnectors, readModes } from './select-store.ts'
import { tariffChanged } from './tariff.ts'

/**
 * Counts the connectors at which AFIR does not allow the valid prices of a tariff: also of stations that were added
 * after its activation. Only accounts that have such prices are examined.
 */
export async function countForbidden({ tx, bus }: { tx: Tx; bus: Bus }, at: Date): Promise<void> {
  const limited = await accountsWithLimited(tx, at)
  const accounts = [...limited.keys()]
  const counts = new Map<string, number>()
  if (accounts.length > 0) {
    const modes = await readModes(tx)
    const candidates = groupBy(
      await readCandidates(tx, { accounts, from: at, to: at }),
      (one) => one.accountId,
    )
    const connectors = groupBy(
      await readConnectors(tx, { accounts, minPowerW: afirPowerW }),
      (one) => one.accountId,
    )
    for (const [accountId, { accountCurrency, tariffs }] of limited) {
      const tariffAt = adHocSelection(candidates.get(accountId) ?? [], { modes, at, accountCurrency })
      for (const connector of connectors.get(accountId) ?? []) {
        const tariff = tariffAt(connector)
        if (tariff !== null && tariffs.has(tariff)) counts.set(tariff, (counts.get(tariff) ?? 0) + 1)
      }
    }
  }
  const changed = await storeForbidden(tx, counts)
  await bus.publish(
    tx,
    changed.flatMap(({ accountId, id }) => tariffChanged(accountId, id)),
  )
}
