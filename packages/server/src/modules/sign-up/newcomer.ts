import type { Insertable } from 'kysely'
import { toAdministrators } from '../../bus/events.ts'
import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { newAccountCode } from '../identity/index.ts'
import type { SignUpDeps } from './deps.ts'
import { insertAccount, insertPerson } from './store.ts'

export type NewcomerDeps = Pick<SignUpDeps, 'bus' | 'clock' | 'signUp' | 'mainAccount' | 'quotas'>
type Row = Insertable<Database['users']>
export type Newcomer = Omit<Row, 'account_id' | 'interface_code' | 'created_at' | 'updated_at'>

export const interfaceOf = ({ signUp }: Pick<NewcomerDeps, 'signUp'>): 'user' | 'driver' =>
  signUp === 'operator' ? 'user' : 'driver'

/** Accounts of the installation, beyond which sign-up creates no more. */
const maxAccounts = 10_000

/**
 * Refuses a new user if their account would be full. Checked first, so that the answer is the same for all
 * names.
 */
export const fullRefusal = async (deps: NewcomerDeps, tx: Tx): Promise<Refusal | null> => {
  const refusal =
    deps.signUp === 'operator'
      ? await refuseBeyond(tx, { table: 'accounts', most: maxAccounts })
      : await deps.quotas.refuseStranger(tx, deps.mainAccount)
  return refusal && refuse('sign_up.full')
}

/** Adds a user who signed up. Returns false if the login or the e-mail is taken. */
export async function insertNewcomer(deps: NewcomerDeps, tx: Tx, newcomer: Newcomer): Promise<boolean> {
  const now = deps.clock.now()
  const isOperator = deps.signUp === 'operator'
  const accountId = isOperator ? newId(now.getTime()) : deps.mainAccount
  // an operator who signs up gets a new account and sees no other
  if (isOperator)
    await insertAccount(tx, {
      id: accountId,
      code: newAccountCode(10),
      name: newcomer.username,
      created_at: now,
    })
  await deps.bus.publish(tx, [toAdministrators({ kind: 'user.changed' })])
  return insertPerson(tx, {
    ...newcomer,
    account_id: accountId,
    interface_code: interfaceOf(deps),
    created_at: now,
    updated_at: now,
  })
}
