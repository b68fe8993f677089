// Problem reports: what drivers report about stations, with pictures. The rule `driver_report` makes one incident per
// station and category of them. Not here: the incidents themselves, and how pictures are stored (files).
import { type AnswerOf, type incidentGet, problemLimits } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import type { Handlers } from '../../shared/handlers.ts'
import type { Scope } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { DriverDeps } from '../driver/index.ts'
import { createFiles } from '../files/index.ts'
import type { ModuleContext } from '../module.ts'
import { notifyUser } from '../notices/index.ts'
import { outcomeText } from './outcome-text.ts'
import { sendReport } from './send-report.ts'
import { accountOfOwn, closeReports, forgetReports, reportsOfIncident, reportsOfUser } from './store.ts'

const hourMs = 3_600_000
/** Days for which reports are stored, as incidents are. */
const storedDays = 400

export type ProblemReports = Awaited<ReturnType<typeof registerProblemReports>>['reports']

export async function registerProblemReports(ctx: ModuleContext, deps: Pick<DriverDeps, 'access'>) {
  const { db, bus, clock } = ctx
  const all = { ...ctx, ...deps }
  const pictures = await createFiles({
    ...ctx,
    classCode: 'incident',
    takesDocuments: false,
    maxPerObject: problemLimits.photos,
    accountOf: ({ userId }, id) =>
      accountOfOwn(db, {
        userId,
        id,
        since: new Date(clock.now().getTime() - problemLimits.photoHours * hourMs),
      }),
    changed: () => ({ kind: 'incident.changed' }),
  })
  return {
    handlers: {
      driverReportSend: (viewer, body) => sendReport(all, viewer, body),
      // a driver of a client also reports problems of stations that do not belong to the client
      driverReportFileSet: (viewer, body) => outsideTenant(() => pictures.add(viewer, body)),
      driverReportList: (viewer) => outsideTenant(() => reportsOfUser(db, viewer.userId)),
    } satisfies Handlers,
    jobs: [
      {
        name: 'problem-reports.remove-old',
        every: everyNight,
        work: () => forgetReports(db, new Date(clock.now().getTime() - storedDays * 24 * hourMs)),
      },
    ] satisfies Job[],
    reports: {
      /** Returns the reports of an incident that the viewer may see, with their pictures. */
      ofIncident: async (scope: Scope, id: string): Promise<AnswerOf<typeof incidentGet>['reports']> => {
        const found = await reportsOfIncident(db, scope, id)
        const photos = await pictures.ofObjects(found.map((report) => report.id))
        return found.map(({ createdAt, ...report }) => ({
          ...report,
          created: createdAt.toISOString(),
          photos: photos.filter(({ object }) => object === report.id),
        }))
      },
      /** Closes the reports of an incident in its transaction, and writes a notice with the outcome to their drivers. */
      close: async (
        tx: Tx,
        { incidentId, outcome, now }: { incidentId: string; outcome: string | null; now: Date },
      ): Promise<void> => {
        for (const reporter of await closeReports(tx, { incidentId, outcome, now }))
          await notifyUser(
            { tx, bus },
            { id: reporter.userId, accountId: reporter.accountId, isMailed: true },
            [
              {
                severity: 'info',
                kind: 'report',
                text: outcomeText({ place: reporter.place, outcome }, reporter.locale),
                label: reporter.place,
                now,
              },
            ],
          )
      },
    },
  }
}
