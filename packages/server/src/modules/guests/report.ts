import { type AnswerOf, type guestStationReport, type locales } from '@stationmaster/contract'
import type { Refusal } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { notifyOperators } from '../notices/index.ts'
import { noteReport } from './code-store.ts'
import type { GuestDeps } from './deps.ts'
import { codeInvalid, placeOfCode } from './station.ts'

type Locale = (typeof locales)[number]

const sentences: Readonly<Record<Locale, (station: string, no: number) => string>> = {
  en: (station, no) =>
    `A driver reports that the QR label of ${station}, connector ${no}, is at another station. Check the label, and renew the codes if it was replaced.`,
  de: (station, no) =>
    `Ein Fahrer meldet, dass das QR-Etikett von ${station}, Ladepunkt ${no}, an einer anderen Station klebt. Prüfen Sie das Etikett und erneuern Sie die Codes, falls es ausgetauscht wurde.`,
  fr: (station, no) =>
    `Un conducteur signale que l’étiquette QR de ${station}, point de charge ${no}, se trouve sur une autre borne. Vérifiez l’étiquette et renouvelez les codes si elle a été remplacée.`,
  it: (station, no) =>
    `Un conducente segnala che l’etichetta QR di ${station}, punto di ricarica ${no}, si trova su un’altra stazione. Controlla l’etichetta e rinnova i codici se è stata sostituita.`,
  ru: (station, no) =>
    `Водитель сообщает, что QR-наклейка станции ${station}, разъём ${no}, находится на другой станции. Проверьте наклейку и обновите коды, если её подменили.`,
  nl: (station, no) =>
    `Een bestuurder meldt dat het QR-label van ${station}, laadpunt ${no}, op een ander laadstation zit. Controleer het label en vernieuw de codes als het is vervangen.`,
}

/** Notifies the operators that the label of a connector is at another station, once an hour. */
export async function reportStation(
  deps: GuestDeps,
  code: string,
): Promise<AnswerOf<typeof guestStationReport> | Refusal> {
  const { db, bus, clock } = deps
  const place = await placeOfCode(deps, code)
  if (!place) return codeInvalid
  const { accountId, stationId, evseId } = place.code
  const { placeLabel, stationLabel, no } = place.connector
  const label = stationLabel ?? placeLabel
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    if (!(await noteReport(tx, evseId, now))) return
    await notifyOperators(
      { tx, bus },
      {
        accountId,
        severity: 'warning',
        textOf: (locale) => sentences[locale](label, no),
        classCode: 'charge_point',
        objectId: stationId,
        label,
        now,
      },
    )
  })
  return { result: true }
}
