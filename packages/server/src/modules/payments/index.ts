// Payments: money that clients pay for invoices and in advance, by a provider or as a recorded transfer, its refunds,
// disputes and payouts. A call to a provider follows a committed request; its messages only name what to fetch. Not
// here: what is owed (invoices), the ledger, and holds for running sessions.
import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'
import { paymentsHttp } from './http.ts'
import { guestPayments } from './guest-payment.ts'
import { paymentSubject } from './payment-subject.ts'
import { Providers } from './providers.ts'
import { reconcile, removeOld } from './reconcile.ts'

export type { GuestPayments } from './guest-payment.ts'
export type { PaymentRow } from './payment-store.ts'
export { recordTransfer } from './record-transfer.ts'

export function registerPayments(
  ctx: ModuleContext,
  { methods, mainAccount }: { methods: Methods; mainAccount: string },
) {
  const deps = { ...ctx, providers: new Providers(ctx.config, mainAccount) }
  const jobs: Job[] = [
    {
      name: 'payments.reconcile',
      lane: 'money',
      every: everyMinute,
      atStart: true,
      wakeOn: (wake) => ctx.bus.on('payment.reported', wake),
      work: () => reconcile(deps),
    },
    { name: 'payments.remove-old', every: everyNight, work: () => removeOld(deps) },
  ]
  return {
    handlers: paymentsHttp({ ...deps, methods }),
    jobs,
    subjects: [paymentSubject(deps)],
    guests: guestPayments(deps),
  }
}
