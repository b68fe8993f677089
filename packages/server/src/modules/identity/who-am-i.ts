import type { AnswerOf, interfaceCodes, whoami } from '@stationmaster/contract'
import { decimalOf } from '../../shared/money.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { balanceOfUser } from '../ledger/index.ts'
import { defaultViews } from '../saved-views/index.ts'
import { type IdentityDeps, selfAuditRef } from './deps.ts'
import { secondFactor } from './second-factor-store.ts'
import { demandOf } from './second-factor.ts'
import { personWithAccount, setUserLocale } from './store.ts'

/** Names of the interfaces. */
export const interfaceNames: Record<(typeof interfaceCodes)[number], string> = {
  all: 'All areas',
  administrator: 'Administrator',
  user: 'Operator',
  guest: 'Guest',
  driver: 'Driver',
}

/** Returns the signed-in user for display in the console. */
export async function whoAmI(deps: IdentityDeps, viewer: Viewer): Promise<AnswerOf<typeof whoami> | Refusal> {
  const person = await personWithAccount(deps.db, viewer.userId)
  if (!person) return refuse('session.ended')
  const demand = demandOf(deps, person.is_admin)
  const factor = await secondFactor(deps.db, viewer.userId)
  const { balanceMinor, currency } = await balanceOfUser(deps.db, viewer)
  const fullName = [person.first_name, person.last_name].filter(Boolean).join(' ')
  return {
    id: person.id,
    userid: person.id,
    account: {
      code: person.account_code,
      name: person.account_name,
      balance: decimalOf(balanceMinor, currency),
      currency_code: currency,
    },
    participant: person.state === 'active',
    admin: person.is_admin,
    guest: person.is_guest,
    interface: { code: person.interface_code, name: interfaceNames[person.interface_code] },
    name: { first: person.first_name, last: person.last_name },
    profile: { name: fullName || null, username: person.username, picture: person.picture },
    email: person.email,
    locale: { code: person.locale },
    area: person.area,
    areas: person.areas,
    totp: factor?.confirmed_at ? 'on' : (demand ?? 'off'),
    password: person.has_password,
    defaultviews: viewer.isDriver ? {} : await defaultViews(deps.db, viewer),
    session: viewer.session,
  }
}

/** Sets the user's language for the console and for mail. */
export const chooseLocale = (
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  viewer: Viewer,
  locale: string,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const before = await readFields(tx, { table: 'users', id: viewer.userId }, ['locale'])
    await setUserLocale(tx, viewer.userId, { locale, now: deps.clock.now() })
    await recordChange(tx, viewer, { ...selfAuditRef(viewer), action: 'profile', before, after: { locale } })
  })
