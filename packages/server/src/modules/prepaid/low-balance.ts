import { type locales, moneyText } from '@stationmaster/contract'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { notifyOperators } from '../notices/index.ts'
import { endNotices, type LowBalance, takeLowBalances } from './low-balance-store.ts'

/** L236: clients whose notices are written in one transaction. */
export const lowBalancesPerRun = 100

/**
 * Writes a notice to the operators, and to those users of a client who may see its balance, if the balance has fallen below
 * the amount of the client: once, until it is sufficient again.
 */
export async function noticeLowBalances({
  db,
  bus,
  clock,
}: Pick<ModuleContext, 'db' | 'bus' | 'clock'>): Promise<void> {
  await endNotices(db)
  const now = clock.now()
  let found: number
  do {
    found = await inTransaction(db, async (tx) => {
      const clients = await takeLowBalances(tx, { now, most: lowBalancesPerRun })
      for (const client of clients) {
        const { accountId, clientId, name } = client
        await notifyOperators(
          { tx, bus },
          {
            accountId,
            client: { id: clientId, sees: 'account' },
            severity: 'warning',
            kind: 'balance',
            textOf: (locale) => textOf(client, locale),
            classCode: 'client',
            objectId: clientId,
            label: name,
            now,
          },
        )
      }
      return clients.length
    })
  } while (found === lowBalancesPerRun)
}

type Locale = (typeof locales)[number]

const sentences: Readonly<Record<Locale, (name: string, balance: string, limit: string) => string>> = {
  en: (name, balance, limit) => `The balance of ${name} is ${balance}, below ${limit}.`,
  de: (name, balance, limit) => `Das Guthaben von ${name} beträgt ${balance} und liegt unter ${limit}.`,
  fr: (name, balance, limit) => `Le solde de ${name} est de ${balance}, en dessous de ${limit}.`,
  it: (name, balance, limit) => `Il saldo di ${name} è di ${balance}, inferiore a ${limit}.`,
  ru: (name, balance, limit) => `Баланс клиента ${name} составляет ${balance}, это меньше ${limit}.`,
  nl: (name, balance, limit) => `Het saldo van ${name} is ${balance}, lager dan ${limit}.`,
}

/** Returns the text of a notice with amounts as they are written in a language. */
function textOf({ name, balance, limit, currency }: LowBalance, locale: Locale): string {
  return sentences[locale](name, moneyText(balance, currency, locale), moneyText(limit, currency, locale))
}
