import { locales } from '@stationmaster/contract'
import { oneLine } from '../../shared/one-line.ts'
import type { DueMessage, PushKind } from './push-store.ts'

type Locale = (typeof locales)[number]

const titles: Readonly<Record<Locale, Record<PushKind, string>>> = {
  en: {
    session: 'Charging session',
    queue: 'Queue',
    reservation: 'Reservation',
    report: 'Your report',
    balance: 'Low balance',
  },
  de: {
    session: 'Ladevorgang',
    queue: 'Warteschlange',
    reservation: 'Reservierung',
    report: 'Ihre Meldung',
    balance: 'Niedriges Guthaben',
  },
  fr: {
    session: 'Session de charge',
    queue: 'File d’attente',
    reservation: 'Réservation',
    report: 'Votre signalement',
    balance: 'Solde faible',
  },
  it: {
    session: 'Sessione di ricarica',
    queue: 'Coda',
    reservation: 'Prenotazione',
    report: 'La tua segnalazione',
    balance: 'Saldo basso',
  },
  ru: {
    session: 'Зарядная сессия',
    queue: 'Очередь',
    reservation: 'Бронирование',
    report: 'Ваше сообщение',
    balance: 'Низкий баланс',
  },
  nl: {
    session: 'Laadsessie',
    queue: 'Wachtrij',
    reservation: 'Reservering',
    report: 'Je melding',
    balance: 'Laag saldo',
  },
}

/** Pages of the driver area. */
const pages: Readonly<Record<PushKind, string>> = {
  session: '/driver/sessions',
  queue: '/driver/queue',
  reservation: '/driver/notice',
  report: '/driver/report',
  balance: '/driver/notice',
}

/** Returns the page of the driver area that shows what a notice is about. */
export function pageOfKind(kind: PushKind, objectLabel: string | null): string {
  const isNumber = kind === 'session' && objectLabel !== null && /^\d+$/.test(objectLabel)
  return isNumber ? `${pages[kind]}/${objectLabel}` : pages[kind]
}

/** Phones show less. */
const maxLength = 300

/** Returns what the service worker shows, as JSON in the language of the user. */
export function pushText({ kind, locale, text, noticeId, objectLabel }: DueMessage): string {
  const language = locales.find((one) => one === locale) ?? 'en'
  return JSON.stringify({
    title: titles[language][kind],
    body: oneLine(text, maxLength),
    // of a queue only the last one counts
    tag: kind === 'queue' ? kind : noticeId,
    lang: language,
    path: pageOfKind(kind, objectLabel),
  })
}
