import type { locales } from '@stationmaster/contract'
import type { LogVolume, LogVolumeState } from '../../shared/log-volume.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { logEvent } from '../event-log/index.ts'
import type { ModuleContext } from '../module.ts'
import { notifyOperators } from '../notices/index.ts'
import { addVolumes, markNoticed, type StoredVolume } from './store.ts'

const mib = 2 ** 20

interface LogVolumeDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> {
  /** MiB per UTC day of accounts without a limit of their own. */
  defaultMib: number
}

/**
 * Adds bytes of the OCPP log to the volumes of accounts and returns the sums of the day with their limits in
 * bytes. When a sum reaches its limit, the account's operators get one notice a day and the event log one
 * entry.
 */
export async function addLogVolumes(
  deps: LogVolumeDeps,
  volumes: readonly LogVolume[],
): Promise<LogVolumeState[]> {
  const rows = await addVolumes(deps.db, volumes, deps.defaultMib)
  for (const row of rows)
    if (row.bytes >= row.limitMib * mib && !row.isNoticed)
      await reportReached(deps, row).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'ocpp-log: a notice about the volume of an account was not sent'),
      )
  return rows.map(({ accountId, bytes, limitMib }) => ({ accountId, bytes, limit: limitMib * mib }))
}

/** Sends the notice and logs the event unless another process has done so for the same day. */
const reportReached = (
  { db, bus, clock }: LogVolumeDeps,
  { accountId, limitMib }: StoredVolume,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await markNoticed(tx, accountId))) return
    await notifyOperators(
      { tx, bus },
      {
        accountId,
        severity: 'warning',
        now: clock.now(),
        textOf: (locale) => logVolumeNotice(locale, limitMib),
      },
    )
    await logEvent(tx, {
      type: 'warning',
      code: 'ocpp-log',
      event: 'an account has reached its daily volume of the OCPP log',
      text: `${limitMib} MiB are written; further entries are shortened until 00:00 UTC`,
      account: accountId,
    })
  })

type Locale = (typeof locales)[number]

const texts: Record<Locale, (mib: string) => string> = {
  en: (mib) =>
    `The stations of your account have written ${mib} MiB into the OCPP log today, the daily limit. Until 00:00 UTC further entries are stored with shortened contents. Charging sessions and meter values are still stored in full. An administrator can raise the limit.`,
  de: (mib) =>
    `Die Ladestationen Ihres Kontos haben heute ${mib} MiB in das OCPP-Protokoll geschrieben; das ist die Tagesgrenze. Bis 00:00 Uhr UTC werden weitere Einträge gekürzt gespeichert. Ladevorgänge und Messwerte werden weiterhin vollständig gespeichert. Ein Administrator kann die Grenze erhöhen.`,
  fr: (mib) =>
    `Les bornes de votre compte ont écrit ${mib} Mio dans le journal OCPP aujourd’hui : c’est la limite journalière. Jusqu’à 00:00 UTC, le contenu des nouvelles entrées est abrégé. Les sessions de charge et les valeurs de comptage restent enregistrées intégralement. Un administrateur peut relever la limite.`,
  it: (mib) =>
    `Le stazioni del suo conto hanno scritto oggi ${mib} MiB nel registro OCPP, cioè il limite giornaliero. Fino alle 00:00 UTC il contenuto delle nuove voci viene abbreviato. Le sessioni di ricarica e i valori di misura vengono comunque salvati per intero. Un amministratore può aumentare il limite.`,
  ru: (mib) =>
    `Станции вашего счёта записали сегодня в журнал OCPP ${mib} МиБ — это суточный лимит. До 00:00 UTC содержимое новых записей сохраняется в сокращённом виде. Зарядные сессии и показания по-прежнему сохраняются полностью. Администратор может увеличить лимит.`,
  nl: (mib) =>
    `De stations van je account hebben vandaag ${mib} MiB naar het OCPP-logboek geschreven; dat is de daglimiet. Tot 00:00 UTC worden nieuwe items ingekort opgeslagen. Laadsessies en meterwaarden worden nog steeds volledig opgeslagen. Een beheerder kan de limiet verhogen.`,
}

/** Returns the notice that an account has reached its daily volume of the OCPP log. */
const logVolumeNotice = (locale: Locale, mib: number): string => texts[locale](mib.toLocaleString(locale))
