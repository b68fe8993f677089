import type { locales } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { notifyOperators } from '../notices/index.ts'
import { type DueFault, takeFault } from './fault-store.ts'

export interface FaultDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  /** Returns the users who are notified of faults of the station in another way. */
  usersNotifiedOfFault: (tx: Tx, stationId: string) => Promise<string[]>
}

/** Notices per run; the job runs again within a minute. */
const maxOfRun = 500
/** Length at which texts of a station are truncated in a notice. */
const maxTextLength = 80

/** Jobs that notify operators of connectors and stations that are Faulted. */
export const stationFaultJobs = (deps: FaultDeps): Job[] => [
  { name: 'stations.faults', every: everyMinute, work: () => notifyFaults(deps) },
]

async function notifyFaults(deps: FaultDeps): Promise<void> {
  for (let taken = 0; taken < maxOfRun; taken += 1) if (!(await notifyOne(deps))) return
}

/** Returns false if no fault is pending. */
const notifyOne = ({ db, bus, clock, usersNotifiedOfFault }: FaultDeps): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const now = clock.now()
    const fault = await takeFault(tx, now)
    if (fault?.isNotified)
      await notifyOperators(
        { tx, bus },
        {
          accountId: fault.accountId,
          severity: 'warning',
          textOf: (locale) => noticeTexts[locale](shown(fault)),
          classCode: 'charge_point',
          objectId: fault.stationId,
          label: fault.identity,
          except: await usersNotifiedOfFault(tx, fault.stationId),
          now,
        },
      )
    return fault !== null
  })

const shown = ({ label, identity, evseNo, errorCode }: DueFault): ReportedFault => ({
  station: label === null ? identity : `${label.slice(0, maxTextLength)} (${identity})`,
  evseNo,
  code: errorCode === null || errorCode === 'NoError' ? '' : `: ${errorCode.slice(0, maxTextLength)}`,
})

interface ReportedFault {
  /** Label of the station with its identity, or the identity alone. */
  station: string
  /** 0 for the station itself. */
  evseNo: number
  /** Error code reported by the station, after a colon; empty if there is none or NoError. */
  code: string
}

/** Notice for operators of a fault; texts of the station are inserted unchanged, as plain text. */
const noticeTexts: Record<(typeof locales)[number], (of: ReportedFault) => string> = {
  en: ({ station, evseNo, code }) =>
    evseNo === 0
      ? `Charging station ${station} reports a fault${code}.`
      : `Connector ${evseNo} of charging station ${station} reports a fault${code}.`,
  de: ({ station, evseNo, code }) =>
    evseNo === 0
      ? `Die Ladestation ${station} meldet eine Störung${code}.`
      : `Ladepunkt ${evseNo} der Ladestation ${station} meldet eine Störung${code}.`,
  fr: ({ station, evseNo, code }) =>
    evseNo === 0
      ? `La borne ${station} signale une panne${code}.`
      : `Le point de charge ${evseNo} de la borne ${station} signale une panne${code}.`,
  it: ({ station, evseNo, code }) =>
    evseNo === 0
      ? `La stazione di ricarica ${station} segnala un guasto${code}.`
      : `Il punto di ricarica ${evseNo} della stazione ${station} segnala un guasto${code}.`,
  ru: ({ station, evseNo, code }) =>
    evseNo === 0
      ? `Станция ${station} сообщает о неисправности${code}.`
      : `Разъём ${evseNo} станции ${station} сообщает о неисправности${code}.`,
  nl: ({ station, evseNo, code }) =>
    evseNo === 0
      ? `Station ${station} meldt een storing${code}.`
      : `Laadpunt ${evseNo} van station ${station} meldt een storing${code}.`,
}
