import type { locales } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { notifyOperators } from '../notices/index.ts'
import { type DueFault, takeFault } from './fault-store.ts'

type FaultDeps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

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
const notifyOne = ({ db, bus, clock }: FaultDeps): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const now = clock.now()
    const fault = await takeFault(tx, now)
    if (fault?.isNotified)
      await notifyOperators(
        { tx, bus },
        {
          accountId: fault.accountId,
          severity: 'warning',
          textOf: (locale) => faultText(locale, shown(fault)),
          classCode: 'charge_point',
          objectId: fault.stationId,
          label: fault.identity,
          now,
        },
      )
    return fault !== null
  })

const shown = ({ label, identity, evseNo, errorCode }: DueFault) => ({
  station: label === null ? identity : `${label.slice(0, maxTextLength)} (${identity})`,
  evseNo,
  errorCode: errorCode === null || errorCode === 'NoError' ? null : errorCode.slice(0, maxTextLength),
})

type Locale = (typeof locales)[number]

interface ReportedFault {
  /** Label of the station with its identity, or the identity alone. */
  station: string
  /** 0 for the station itself. */
  evseNo: number
  /** Error code reported by the station; null if there is none or NoError. */
  errorCode: string | null
}

const sentences: Record<Locale, { station: string; connector: string }> = {
  en: {
    station: 'Charging station {station} reports a fault{code}.',
    connector: 'Connector {no} of charging station {station} reports a fault{code}.',
  },
  de: {
    station: 'Die Ladestation {station} meldet eine Störung{code}.',
    connector: 'Ladepunkt {no} der Ladestation {station} meldet eine Störung{code}.',
  },
  fr: {
    station: 'La borne {station} signale une panne{code}.',
    connector: 'Le point de charge {no} de la borne {station} signale une panne{code}.',
  },
  it: {
    station: 'La stazione di ricarica {station} segnala un guasto{code}.',
    connector: 'Il punto di ricarica {no} della stazione {station} segnala un guasto{code}.',
  },
  ru: {
    station: 'Станция {station} сообщает о неисправности{code}.',
    connector: 'Разъём {no} станции {station} сообщает о неисправности{code}.',
  },
  nl: {
    station: 'Station {station} meldt een storing{code}.',
    connector: 'Laadpunt {no} van station {station} meldt een storing{code}.',
  },
}

/** Returns the notice of a fault; texts of the station are inserted unchanged, as plain text. */
function faultText(locale: Locale, { station, evseNo, errorCode }: ReportedFault): string {
  const values: Readonly<Record<string, string>> = {
    station,
    no: String(evseNo),
    code: errorCode === null ? '' : `: ${errorCode}`,
  }
  const sentence = sentences[locale][evseNo === 0 ? 'station' : 'connector']
  return sentence.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '')
}
