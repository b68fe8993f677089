import type { locales } from '@stationmaster/contract'

type Locale = (typeof locales)[number]

const texts: Record<Locale, (mib: string) => string> = {
  en: (mib) =>
    `The stations of your account have written ${mib} MiB into the OCPP log today, the daily limit. Until 00:00 UTC further entries are stored with shortened contents. Charging sessions and meter values are still stored in full. An administrator can raise the limit.`,
  de: (mib) =>
    `Die Stationen Ihres Kontos haben heute ${mib} MiB in das OCPP-Protokoll geschrieben; das ist die Tagesgrenze. Bis 00:00 Uhr UTC werden weitere Einträge gekürzt gespeichert. Ladevorgänge und Messwerte werden weiterhin vollständig gespeichert. Ein Administrator kann die Grenze erhöhen.`,
  fr: (mib) =>
    `Les bornes de votre compte ont écrit ${mib} Mio dans le journal OCPP aujourd’hui : c’est la limite journalière. Jusqu’à 00:00 UTC, le contenu des nouvelles entrées est abrégé. Les sessions de charge et les valeurs de comptage restent enregistrées intégralement. Un administrateur peut relever la limite.`,
  it: (mib) =>
    `Le stazioni del suo conto hanno scritto oggi ${mib} MiB nel registro OCPP, cioè il limite giornaliero. Fino alle 00:00 UTC il contenuto delle nuove voci viene abbreviato. Le sessioni di ricarica e i valori di misura vengono comunque salvati per intero. Un amministratore può aumentare il limite.`,
  ru: (mib) =>
    `Станции вашего счёта записали сегодня в журнал OCPP ${mib} МиБ — это суточный лимит. До 00:00 UTC содержимое новых записей сохраняется в сокращённом виде. Зарядные сессии и показания по-прежнему сохраняются полностью. Администратор может увеличить лимит.`,
  nl: (mib) =>
    `De stations van uw account hebben vandaag ${mib} MiB naar het OCPP-logboek geschreven; dat is de daglimiet. Tot 00:00 UTC worden nieuwe items ingekort opgeslagen. Laadsessies en meterwaarden worden nog steeds volledig opgeslagen. Een beheerder kan de limiet verhogen.`,
}

/** Returns the notice that an account has reached its daily volume of the OCPP log. */
export const logVolumeNotice = (locale: Locale, mib: number): string =>
  texts[locale](mib.toLocaleString(locale))
