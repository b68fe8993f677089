import {
  type AnswerOf,
  type BodyOf,
  currencyDigits,
  type guestSettings,
  type guestSettingsSet,
} from '@stationmaster/contract'
import { decimalOf, positiveMinorUnits } from '../../shared/money.ts'
import { refuseClientUser } from '../../shared/client-user.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { findSeller } from '../invoices/index.ts'
import { countCodes } from './code-store.ts'
import type { GuestDeps } from './deps.ts'
import { addGuestClient, readSettings, setGuestCurrency, storeSettings } from './settings-store.ts'

type Shown = AnswerOf<typeof guestSettings>
type SettingsDeps = Pick<GuestDeps, 'db' | 'payments'>

const defaults = {
  isEnabled: false,
  currency: 'EUR',
  amounts: [1_500, 3_000, 5_000],
  phone: null,
  clientId: null,
}

/** Returns the settings of the account, and what prevents charging without an account. */
export async function shownSettings(deps: SettingsDeps, viewer: Viewer): Promise<Shown | Refusal> {
  const refusal = refuseClientUser(viewer, 'change', 'seller')
  if (refusal) return refusal
  const { db } = deps
  const { accountId } = viewer
  const { isEnabled, currency, amounts, phone } = (await readSettings(db, accountId)) ?? defaults
  return {
    isenabled: isEnabled,
    currency,
    amounts: amounts.map((minor) => decimalOf(minor, currency)),
    phone,
    problems: (await problemsOf(deps, accountId)).map(({ code }) => code),
    ...(await countCodes(db, accountId)),
  }
}

/** Returns what is missing before guests can pay: a seller for their invoices, and a provider. */
async function problemsOf({ db, payments }: SettingsDeps, accountId: string): Promise<Refusal[]> {
  const seller = await findSeller(db, { accountId })
  const problems: Refusal[] = []
  if (!seller) problems.push(refuse('invoice.no_seller'))
  else if (seller.missing.length > 0)
    problems.push(
      refuse('invoice.seller_incomplete', { seller: seller.name, fields: seller.missing.join(', ') }),
    )
  if (!payments.providerOf(accountId)) problems.push(refuse('guest.no_provider'))
  return problems
}

/** Stores the settings. Refuses to switch it on while something is missing. */
export async function setSettings(
  deps: SettingsDeps,
  viewer: Viewer,
  body: BodyOf<typeof guestSettingsSet>,
): Promise<Shown | Refusal> {
  const forbidden = refuseClientUser(viewer, 'change', 'seller')
  if (forbidden) return forbidden
  const { accountId } = viewer
  const { isenabled: isEnabled, currency } = body
  if (currencyDigits(currency) === null) return refuse('guest.currency_invalid', { field: 'currency' })
  const amounts = body.amounts.map((amount) => positiveMinorUnits(amount, currency))
  if (amounts.some((minor) => minor === null)) return refuse('payment.amount_invalid', { field: 'amounts' })
  const [problem] = isEnabled ? await problemsOf(deps, accountId) : []
  if (problem) return { ...problem, field: 'isenabled' }
  await inTransaction(deps.db, async (tx) => {
    const before = await readSettings(tx, accountId)
    const row = {
      isEnabled,
      currency,
      amounts: [...new Set(amounts.filter((minor) => minor !== null))].toSorted((a, b) => a - b),
      phone: body.phone?.trim() || null,
      clientId: before?.clientId ?? (isEnabled ? await addGuestClient(tx, { accountId, currency }) : null),
    }
    if (row.clientId !== null) await setGuestCurrency(tx, row.clientId, currency)
    await storeSettings(tx, accountId, row)
    const { clientId: _before, ...earlier } = before ?? defaults
    const { clientId: _after, ...later } = row
    await recordChange(tx, viewer, {
      accountId,
      classCode: 'account',
      objectId: accountId,
      label: 'guests',
      action: 'update',
      before: earlier,
      after: later,
    })
  })
  return shownSettings(deps, viewer)
}
