import type { locales } from '@stationmaster/contract'

/** An invoice that is not paid after all reminders. */
interface OverdueNotice {
  code: string
  client: string
  /** Reminders that were sent. */
  count: number
}

/** Texts of the notice to operators, by language. */
export const overdueTexts: Record<(typeof locales)[number], (about: OverdueNotice) => string> = {
  en: ({ code, client, count }) =>
    `Invoice ${code} of ${client} is overdue. Reminders sent: ${count}. No further reminder follows.`,
  de: ({ code, client, count }) =>
    `Rechnung ${code} von ${client} ist überfällig. Gesendete Zahlungserinnerungen: ${count}. Weitere folgen nicht.`,
  fr: ({ code, client, count }) =>
    `La facture ${code} de ${client} est en retard de paiement. Rappels envoyés\u00a0: ${count}. Aucun autre rappel ne suivra.`,
  it: ({ code, client, count }) =>
    `La fattura ${code} di ${client} è scaduta. Solleciti inviati: ${count}. Non ne seguiranno altri.`,
  ru: ({ code, client, count }) =>
    `Счёт ${code} клиента ${client} просрочен. Отправлено напоминаний: ${count}. Новых напоминаний не будет.`,
  nl: ({ code, client, count }) =>
    `Factuur ${code} van ${client} is te laat. Verzonden herinneringen: ${count}. Er volgen geen herinneringen meer.`,
}
