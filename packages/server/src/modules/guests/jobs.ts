import { guestLinkDays } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { isTransient } from '../../storage/transient.ts'
import { advance } from './advance.ts'
import { forgetGuests, openCharges, readGuestCharge, unsentReceipts } from './charge-store.ts'
import type { GuestDeps } from './deps.ts'
import { sendLink } from './mail.ts'

/** Charges that are read at a time, and receipts of one run. */
const perPage = 100
const dayMs = 86_400_000

/** Jobs that continue the charges of guests, send their receipts, and delete old ones. */
export const guestJobs = (deps: GuestDeps): Job[] => [
  {
    name: 'guests.advance',
    lane: 'money',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) =>
      deps.bus.on('hint', ({ hint }) => {
        if (hint.kind === 'payment.changed' || hint.kind === 'charge.changed') wake()
      }),
    work: () => advanceAll(deps),
  },
  {
    name: 'guests.remove-old',
    every: everyNight,
    work: async () =>
      void (await forgetGuests(deps.db, new Date(deps.clock.now().getTime() - guestLinkDays * dayMs))),
  },
]

async function advanceAll(deps: GuestDeps): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await openCharges(deps.db, { after, most: perPage })
    for (const id of ids) await withoutStopping(deps, id, () => advance(deps, id))
    if (ids.length < perPage) break
    after = ids.at(-1)!
  }
  for (const id of await unsentReceipts(deps.db, perPage))
    await withoutStopping(deps, id, () => sendReceipt(deps, id))
}

/** Runs the work for one charge; an error is logged, and the others follow. */
async function withoutStopping({ log }: GuestDeps, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isTransient(error)) throw error
    log.error({ err: error, charge: id }, 'guests: a charge could not be continued')
  }
}

async function sendReceipt(deps: GuestDeps, id: string): Promise<void> {
  const charge = await readGuestCharge(deps.db, id)
  if (charge?.email == null) return
  const { email } = charge
  await inTransaction(deps.db, (tx) => sendLink(deps, tx, { charge, email }))
}
