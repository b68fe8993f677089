import { currencyDigits, type TariffDefinition, tariffModes } from '@stationmaster/contract'
import type { Bus } from '../../bus/bus.ts'
import type { PrepaidAccount } from '../../shared/facts.ts'
import { groupBy } from '../../shared/group-by.ts'
import { limitMinor } from './price/fraction.ts'
import type { Db } from '../../storage/transaction.ts'
import { type PricedCandidate, readPreauthorizations } from './preauthorization-store.ts'
import { selectTariff } from './select.ts'
import { candidatesByRecipient } from './session-candidates.ts'

/** Amount in minor units of any currency that a start needs if its tariff has none of its own: 10.00 EUR, 1,000 JPY. */
export const defaultPreauthorizationMinor = 1_000

/** Returns the amount in minor units that a tariff holds from the start of a session. */
export const preauthorizationOf = ({
  currency,
  preauthorize_amount: amount,
}: Pick<TariffDefinition, 'currency' | 'preauthorize_amount'>): number =>
  amount === undefined ? defaultPreauthorizationMinor : limitMinor(amount, currencyDigits(currency) ?? 2)

/** A start of a client who pays in advance; the connector is not known yet. */
export interface PrepaidStart extends PrepaidAccount {
  accountId: string
  clientId: string | null
  networkId: string | null
  at: Date
}

/** Returns true if a prepaid account covers a start with one of the tariffs that can apply. */
export type CoversStart = (start: PrepaidStart) => boolean

/** All modes: Authorize names no connector. */
const modes = [...tariffModes, null]

/** Returns the function that decides with the versions of all accounts. */
export function decideStart(candidates: readonly PricedCandidate[]) {
  const candidatesOf = candidatesByRecipient(candidates)
  return (start: PrepaidStart): boolean => {
    const { currency, accountCurrency, available } = start
    const own = candidatesOf(start)
    const currencies = [currency, accountCurrency]
    return modes.some((mode) => {
      // the selection returns one of the candidates that it was given
      const tariff = selectTariff(own, { ...start, mode, currencies })?.candidate as
        | PricedCandidate
        | undefined
      const needed = tariff?.amountMinor ?? defaultPreauthorizationMinor
      return (available[tariff?.currency ?? currency] ?? 0) >= needed
    })
  }
}

const retryMs = 1_000

/** The amounts that starts need by the tariffs of all accounts, in one server process; read again after a change. */
export class Preauthorizations {
  private readonly deps: { db: Db; onError: (error: unknown) => void }
  private byAccount = new Map<string, CoversStart>()
  private readonly none = decideStart([])
  private reads = 0
  private readonly applied = new Map<string, number>()
  private isClosed = false

  private constructor(deps: Preauthorizations['deps']) {
    this.deps = deps
  }

  static async open(
    { db, bus }: { db: Db; bus: Bus },
    onError: (error: unknown) => void,
  ): Promise<Preauthorizations> {
    const index = new Preauthorizations({ db, onError })
    bus.on('hint', ({ account, hint }) => {
      if (hint.kind === 'tariff.changed') void index.reload(account)
    })
    bus.onGap(() => void index.reload(null))
    await index.refresh(null)
    return index
  }

  readonly covers: CoversStart = (start) => (this.byAccount.get(start.accountId) ?? this.none)(start)

  close(): void {
    this.isClosed = true
  }

  /** Reads until it succeeds: until then the amounts that are known apply. */
  private async reload(account: string | null): Promise<void> {
    try {
      await this.refresh(account)
    } catch (error) {
      if (this.isClosed) return
      this.deps.onError(error)
      setTimeout(() => void this.reload(account), retryMs).unref()
    }
  }

  /** Of two concurrent reads the one that began later counts. */
  private async refresh(account: string | null): Promise<void> {
    const order = ++this.reads
    const found = groupBy(await readPreauthorizations(this.deps.db, account), ({ accountId }) => accountId)
    for (const id of account === null ? new Set([...this.byAccount.keys(), ...found.keys()]) : [account]) {
      if (order < (this.applied.get(id) ?? 0)) continue
      this.applied.set(id, order)
      const candidates = found.get(id)
      if (candidates) this.byAccount.set(id, decideStart(candidates))
      else this.byAccount.delete(id)
    }
  }
}
