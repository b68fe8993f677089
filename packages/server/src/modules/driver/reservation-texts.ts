import { locales } from '@stationmaster/contract'
import { oneLine } from '../../shared/one-line.ts'
import type { ReservationEnd } from './reservation-outcome.ts'

type Locale = (typeof locales)[number]

/** Ends that the driver did not cause and may not see on the screen. */
export type NoticedEnd = Extract<
  ReservationEnd,
  'unused' | 'out_of_order' | 'withdrawn' | 'card_refused' | 'not_authorized' | 'silent' | 'not_sent'
>

export const noticedEnds: readonly NoticedEnd[] = [
  'unused',
  'out_of_order',
  'withdrawn',
  'card_refused',
  'not_authorized',
  'silent',
  'not_sent',
]

const texts: Readonly<Record<Locale, Record<NoticedEnd, (place: string, no: number) => string>>> = {
  en: {
    unused: (place, no) => `Your reservation of connector ${no} at ${place} has ended without a session.`,
    out_of_order: (place, no) =>
      `Connector ${no} at ${place} can no longer be used. Your reservation has ended.`,
    withdrawn: (place, no) => `The operator has cancelled your reservation of connector ${no} at ${place}.`,
    card_refused: (place) =>
      `Your reservation at ${place} has ended, because your card can no longer start a session.`,
    not_authorized: (place, no) =>
      `Your reservation of connector ${no} at ${place} has ended, because you may no longer charge there.`,
    silent: (place, no) => `Connector ${no} at ${place} is not reserved: the station did not answer.`,
    not_sent: (place, no) => `Connector ${no} at ${place} is not reserved: the station was not connected.`,
  },
  de: {
    unused: (place, no) =>
      `Ihre Reservierung von Ladepunkt ${no} an ${place} ist ohne Ladevorgang abgelaufen.`,
    out_of_order: (place, no) =>
      `Ladepunkt ${no} an ${place} ist nicht mehr nutzbar. Ihre Reservierung ist beendet.`,
    withdrawn: (place, no) =>
      `Der Betreiber hat Ihre Reservierung von Ladepunkt ${no} an ${place} storniert.`,
    card_refused: (place) =>
      `Ihre Reservierung an ${place} ist beendet, weil Ihre Ladekarte keinen Ladevorgang mehr starten kann.`,
    not_authorized: (place, no) =>
      `Ihre Reservierung von Ladepunkt ${no} an ${place} ist beendet, weil Sie dort nicht mehr laden dürfen.`,
    silent: (place, no) =>
      `Ladepunkt ${no} an ${place} ist nicht reserviert: Die Station hat nicht geantwortet.`,
    not_sent: (place, no) =>
      `Ladepunkt ${no} an ${place} ist nicht reserviert: Die Station war nicht verbunden.`,
  },
  fr: {
    unused: (place, no) =>
      `Votre réservation du point de charge ${no} à ${place} a expiré sans session de charge.`,
    out_of_order: (place, no) =>
      `Le point de charge ${no} à ${place} n’est plus utilisable. Votre réservation est terminée.`,
    withdrawn: (place, no) => `L’exploitant a annulé votre réservation du point de charge ${no} à ${place}.`,
    card_refused: (place) =>
      `Votre réservation à ${place} est terminée, car votre badge ne peut plus démarrer de session.`,
    not_authorized: (place, no) =>
      `Votre réservation du point de charge ${no} à ${place} est terminée, car vous n’êtes plus autorisé à y recharger.`,
    silent: (place, no) =>
      `Le point de charge ${no} à ${place} n’est pas réservé : la borne n’a pas répondu.`,
    not_sent: (place, no) =>
      `Le point de charge ${no} à ${place} n’est pas réservé : la borne n’était pas connectée.`,
  },
  it: {
    unused: (place, no) =>
      `La tua prenotazione del punto di ricarica ${no} a ${place} è scaduta senza una ricarica.`,
    out_of_order: (place, no) =>
      `Il punto di ricarica ${no} a ${place} non è più utilizzabile. La tua prenotazione è terminata.`,
    withdrawn: (place, no) =>
      `Il gestore ha annullato la tua prenotazione del punto di ricarica ${no} a ${place}.`,
    card_refused: (place) =>
      `La tua prenotazione a ${place} è terminata, perché la tua tessera non può più avviare una sessione.`,
    not_authorized: (place, no) =>
      `La tua prenotazione del punto di ricarica ${no} a ${place} è terminata, perché lì non puoi più ricaricare.`,
    silent: (place, no) =>
      `Il punto di ricarica ${no} a ${place} non è prenotato: la stazione non ha risposto.`,
    not_sent: (place, no) =>
      `Il punto di ricarica ${no} a ${place} non è prenotato: la stazione non era connessa.`,
  },
  ru: {
    unused: (place, no) => `Бронирование разъёма ${no} (${place}) истекло без зарядки.`,
    out_of_order: (place, no) => `Разъём ${no} (${place}) больше не работает. Бронирование завершено.`,
    withdrawn: (place, no) => `Оператор отменил ваше бронирование разъёма ${no} (${place}).`,
    card_refused: (place) =>
      `Бронирование завершено (${place}): ваша карта больше не может начать зарядную сессию.`,
    not_authorized: (place, no) =>
      `Бронирование разъёма ${no} (${place}) завершено: заряжаться там вам больше нельзя.`,
    silent: (place, no) => `Разъём ${no} (${place}) не забронирован: станция не ответила.`,
    not_sent: (place, no) => `Разъём ${no} (${place}) не забронирован: станция была не на связи.`,
  },
  nl: {
    unused: (place, no) => `Je reservering van laadpunt ${no} bij ${place} is verlopen zonder laadsessie.`,
    out_of_order: (place, no) =>
      `Laadpunt ${no} bij ${place} is niet meer bruikbaar. Je reservering is beëindigd.`,
    withdrawn: (place, no) =>
      `De exploitant heeft je reservering van laadpunt ${no} bij ${place} geannuleerd.`,
    card_refused: (place) =>
      `Je reservering bij ${place} is beëindigd, omdat je laadpas geen laadsessie meer kan starten.`,
    not_authorized: (place, no) =>
      `Je reservering van laadpunt ${no} bij ${place} is beëindigd, omdat je daar niet meer mag laden.`,
    silent: (place, no) =>
      `Laadpunt ${no} bij ${place} is niet gereserveerd: het laadstation heeft niet geantwoord.`,
    not_sent: (place, no) =>
      `Laadpunt ${no} bij ${place} is niet gereserveerd: het laadstation was niet verbonden.`,
  },
}

const maxName = 80

/** Returns the text of a notice about the end of a reservation in the language of the driver. */
export function reservationText(
  end: NoticedEnd,
  { place, no, locale }: { place: string; no: number; locale: string },
): string {
  const known = locales.find((one) => one === locale) ?? 'en'
  return texts[known][end](oneLine(place, maxName), no)
}
