import { methodRun, paymentGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { addMember } from './charge-fixture.ts'
import { InvoiceFixture, openWithSeller } from './invoice-fixture.ts'
import { sumsOfLedger } from './ledger-fixture.ts'
import type { TestUser } from './test-server.ts'

/** Server with an operator and a complete seller, for tests of payments. */
export class PaymentFixture extends InvoiceFixture {
  static override async open(variables: Record<string, string>): Promise<PaymentFixture> {
    return new PaymentFixture(await openWithSeller(variables))
  }

  /** Adds a user of a client. */
  userOf(client: string): Promise<TestUser> {
    return addMember(this.server, this.operator.accountId, client)
  }

  refuse(id: string, code: string, params?: Record<string, unknown>) {
    return this.server.requestError(methodRun, { id, code, ...(params && { params }) }, this.operator)
  }

  payment(id: string) {
    return this.server.request(paymentGet, { id }, this.operator)
  }

  reconcile(): Promise<void> {
    return this.work('payments.reconcile')
  }

  /** Moves the clock forward, and signs the operator in again, whose token may have expired. */
  async forward(ms: number): Promise<void> {
    this.server.clock.forward(ms)
    this.operator = await this.server.signIn(this.operator.username)
  }

  /** Returns the sum of all balances and the number of wrong ones, which are always zero. */
  async ledger(): Promise<{ total: number; wrong: number }> {
    const { total, wrong } = await sumsOfLedger(this.server.db)
    return { total, wrong }
  }

  /** Returns the balance of a ledger account of the operator, or of a client, in minor units. */
  async balance(kind: string, ref: string): Promise<number> {
    const { rows } = await sql<{ balance: number }>`select (b.credit_minor - b.debit_minor)::bigint as balance
      from ledger_accounts a join ledger_balances b on b.ledger_account_id = a.id
      where a.account_id = ${this.operator.accountId} and a.kind = ${kind} and a.ref = ${ref}`.execute(
      this.server.db,
    )
    return rows[0]?.balance ?? 0
  }
}

export const balanced = { total: 0, wrong: 0 }
