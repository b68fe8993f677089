// Reservations: a connector reserved for a card until a time. ReserveNow creates them, a start uses them,
// they expire. A reservation is not a transaction, and does not change the connector's state.
import { connectorReserve } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import { checkedParams } from '../../shared/checked-params.ts'
import type { Commands } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods, Outbox } from '../workflow/index.ts'
import { concludeReservations } from './conclude-reservations.ts'
import { reservationEffects } from './effects.ts'
import { reservationsHttp } from './http.ts'
import { noticeEndingReservations } from './notice-expiry.ts'
import { reservationSubject } from './reservation-subject.ts'
import { reserve } from './reserve-connector.ts'
import { removeSurplusReservations } from './store.ts'

export { reservationSource, visibleReservations } from './list-store.ts'

export function registerReservations(
  ctx: ModuleContext,
  deps: { commands: Commands; methods: Methods; outbox: Outbox },
) {
  const all = { ...ctx, ...deps }
  return {
    handlers: reservationsHttp(all),
    jobs: [...reservationJobs(all), noticeJob(ctx)],
    subjects: [reservationSubject(deps.commands)],
    commandEffects: reservationEffects(all),
    /** Requests to stations that methods of connectors make. */
    connectorRequests: {
      reserve: checkedParams(connectorReserve, (viewer, body) => reserve(all, viewer, body)),
    },
    /** Sends the hint that a start used a reservation; the use was stored with the start. */
    used: ({ stationId: station, accountId: account }: { stationId: string; accountId: string }) => {
      ctx.bus
        .publish(ctx.db, [{ kind: 'hint', account, hint: { kind: 'reservation.changed', station } }])
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'reservations: hint not sent'))
    },
  }
}

/** Ended reservations stored per station. */
const maxEnded = 10_000

export const reservationJobs = (deps: Parameters<typeof concludeReservations>[0]): Job[] => [
  {
    name: 'reservations.settle',
    every: everyMinute,
    atStart: true,
    work: () => concludeReservations(deps),
  },
  {
    name: 'reservations.remove-surplus',
    every: everyNight,
    work: () => removeSurplusReservations(deps.db, maxEnded),
  },
]

/** Returns the job that notifies drivers before their reservation ends. */
const noticeJob = (ctx: ModuleContext): Job => ({
  name: 'reservations.notice',
  every: everyMinute,
  work: () => noticeEndingReservations(ctx),
})
