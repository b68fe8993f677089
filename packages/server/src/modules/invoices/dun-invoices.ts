import { inTransaction } from '../../storage/transaction.ts'
import { isTransient } from '../../storage/transient.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { notifyOperators } from '../notices/index.ts'
import { lockInvoice } from './invoice-store.ts'
import { invoiceChanged } from './invoice-events.ts'
import { mailInvoice } from './mail-invoice.ts'
import { countReminder, endDunning, mailedInvoice, type Overdue, overdueInvoices } from './mail-store.ts'
import { overdueTexts } from './overdue-texts.ts'

type DunDeps = Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> & { mail: MailQueue }

/** Invoices of which one run of the job reminds. */
const perRun = 200

/**
 * Reminds clients of overdue invoices by mail, as often as their seller says, and notifies the operators in the end. One
 * that fails does not stop the others.
 */
export async function dunInvoices(deps: DunDeps): Promise<void> {
  for (const overdue of await overdueInvoices(deps.db, { now: deps.clock.now(), most: perRun }))
    try {
      await dunOne(deps, overdue)
    } catch (error) {
      if (isTransient(error)) throw error
      deps.log.error({ err: error, invoice: overdue.id }, 'invoices: a client could not be reminded')
    }
}

async function dunOne({ db, bus, clock, mail }: DunDeps, { id, reminders, isLast }: Overdue): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const invoice = await lockInvoice(tx, id)
    // paid or reminded of since it was found
    if (invoice?.state !== 'in_progress' || invoice.reminders !== reminders) return
    const facts = await mailedInvoice(tx, id)
    const { recipient, accountId, client, code } = facts
    if (isLast || recipient === null) {
      await endDunning(tx, id, now)
      await notifyOperators(
        { tx, bus },
        {
          accountId,
          severity: 'warning',
          textOf: (locale) => overdueTexts[locale]({ code, client, count: reminders }),
          classCode: 'invoice',
          objectId: id,
          label: code,
          now,
        },
      )
    } else {
      if (!(await mailInvoice(tx, { ...facts, recipient }, { kind: 'reminder', mail, now }))) return
      await countReminder(tx, id, now)
    }
    await bus.publish(tx, invoiceChanged(accountId, [id]))
  })
}
