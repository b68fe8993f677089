import { decimalOf } from '../../shared/money.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { defaultPreauthorizationMinor, preauthorizationOf, tariffsOfConnectors } from '../tariffs/index.ts'
import type { ModuleContext } from '../module.ts'
import type { OwnCard } from './card-store.ts'
import type { ConnectorRow } from './place-store.ts'

/**
 * Refuses a start that the balance of the card's client does not cover, with the amounts for those who may see them. The
 * station is refused the card in this case, too, when it asks.
 */
export async function refusalOfBalance(
  { db, clock }: Pick<ModuleContext, 'db' | 'clock'>,
  viewer: Viewer,
  { card, connector }: { card: OwnCard; connector: ConnectorRow },
): Promise<Refusal | null> {
  const { prepaid, clientId } = card
  if (prepaid === null) return null
  const [tariff] = await outsideTenant(() =>
    tariffsOfConnectors(db, { accountId: connector.accountId, clientId, at: clock.now() }, [connector]),
  )
  const currency = tariff?.definition.currency ?? prepaid.currency
  const needed = tariff ? preauthorizationOf(tariff.definition) : defaultPreauthorizationMinor
  const available = prepaid.available[currency] ?? 0
  if (available >= needed) return null
  return clientId === viewer.clientId && viewer.rights.may('account', 's')
    ? refuse('driver.balance_too_low', {
        available: decimalOf(available, currency),
        needed: decimalOf(needed, currency),
        currency,
      })
    : refuse('driver.card_balance_too_low', { field: 'card' })
}
