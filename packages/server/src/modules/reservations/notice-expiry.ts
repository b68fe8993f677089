import { locales } from '@stationmaster/contract'
import { clockText } from '../../shared/local-time.ts'
import { oneLine } from '../../shared/one-line.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { notifyUsers } from '../notices/index.ts'
import { type EndingReservation, takeEnding } from './ending-store.ts'

/** Writes a notice to each driver whose reservation ends within five minutes. */
export const noticeEndingReservations = ({
  db,
  bus,
  clock,
}: Pick<ModuleContext, 'db' | 'bus' | 'clock'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now()
    const notices = (await takeEnding(tx, now)).map((ending) => ({
      user: { id: ending.userId, accountId: ending.accountId },
      severity: 'warning' as const,
      kind: 'reservation' as const,
      text: textOf(ending),
      classCode: 'reservation',
      objectId: ending.id,
      label: ending.place,
      now,
    }))
    await notifyUsers({ tx, bus }, notices, { isMailed: true })
  })

type Locale = (typeof locales)[number]

const sentences: Readonly<
  Record<
    Locale,
    { one: (place: string, no: number, time: string) => string; any: (place: string, time: string) => string }
  >
> = {
  en: {
    one: (place, no, time) => `Your reservation of connector ${no} at ${place} ends at ${time}.`,
    any: (place, time) => `Your reservation at ${place} ends at ${time}.`,
  },
  de: {
    one: (place, no, time) => `Ihre Reservierung von Ladepunkt ${no} an ${place} endet um ${time}.`,
    any: (place, time) => `Ihre Reservierung an ${place} endet um ${time}.`,
  },
  fr: {
    one: (place, no, time) => `Votre réservation du point de charge ${no} à ${place} se termine à ${time}.`,
    any: (place, time) => `Votre réservation à ${place} se termine à ${time}.`,
  },
  it: {
    one: (place, no, time) =>
      `La tua prenotazione del punto di ricarica ${no} a ${place} termina alle ${time}.`,
    any: (place, time) => `La tua prenotazione a ${place} termina alle ${time}.`,
  },
  ru: {
    one: (place, no, time) => `Ваше бронирование разъёма ${no} (${place}) заканчивается в ${time}.`,
    any: (place, time) => `Ваше бронирование (${place}) заканчивается в ${time}.`,
  },
  nl: {
    one: (place, no, time) => `Je reservering van laadpunt ${no} bij ${place} loopt af om ${time}.`,
    any: (place, time) => `Je reservering bij ${place} loopt af om ${time}.`,
  },
}

const maxName = 80

/** Returns the text in the language of the driver, with the local time of the place. */
function textOf({ place, evseNo, expiresAt, timeZone, locale }: EndingReservation): string {
  const language = locales.find((one) => one === locale) ?? 'en'
  const { one, any } = sentences[language]
  const [name, time] = [oneLine(place, maxName), clockText(expiresAt, { language, timeZone })]
  return evseNo === null ? any(name, time) : one(name, evseNo, time)
}
