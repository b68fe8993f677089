import { locales, moneyText } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { clockText } from '../../shared/local-time.ts'
import { oneLine } from '../../shared/one-line.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { notifyUsers } from '../notices/index.ts'
import type { IdleFee } from './idle-fee.ts'
import { type IdleSession, markNotified, readIdleSessions } from './idle-notice-store.ts'
import type { RunningCosts } from './running-cost.ts'
import { seesPrice } from './sees-price.ts'

/** Milliseconds before the fee in which its driver is notified; the job may run a minute late. */
const aheadMs = 4 * 60_000

interface IdleNoticeDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  running: RunningCosts
}

/** Returns the job that notifies drivers before an idle fee begins, or later if it could not. */
export function idleNoticesJob(deps: IdleNoticeDeps): Job {
  return { name: 'charges.idle', every: everyMinute, work: () => notifyOfIdleFees(deps) }
}

async function notifyOfIdleFees({ db, bus, clock, running }: IdleNoticeDeps): Promise<void> {
  const sessions = await readIdleSessions(db)
  const costs = await running.of(sessions.map(({ id }) => id))
  const now = clock.now()
  const due = sessions.flatMap((session) => {
    const cost = costs.get(session.id)
    const isSeen =
      cost && seesPrice({ isAdmin: false, clientId: session.clientId }, cost.rated.session.clientId)
    const fee = isSeen ? cost.idleFee : null
    if (!fee || fee.from.getTime() > now.getTime() + aheadMs) return []
    return [{ session, text: textOf(session, fee, { currency: cost!.rated.currency ?? '', now }) }]
  })
  if (due.length === 0) return
  await inTransaction(db, async (tx) => {
    const marked = await markNotified(tx, { ids: due.map(({ session }) => session.id), now })
    const notices = due
      .filter(({ session }) => marked.has(session.id))
      .map(({ session, text }) => ({
        user: { id: session.userId, accountId: session.accountId },
        severity: 'warning' as const,
        kind: 'session' as const,
        text,
        classCode: 'transaction',
        objectId: session.id,
        label: String(session.number),
        now,
      }))
    await notifyUsers({ tx, bus }, notices, { isMailed: true })
  })
}

type Locale = (typeof locales)[number]

interface Words {
  /** Before the fee begins. */
  moveBy: (place: string, time: string) => string
  begins: (fee: FeeWords) => string
  /** While it applies: it began when charging ended, or while the server did not run. */
  move: (place: string) => string
  applies: (fee: FeeWords) => string
  /** End of the fee. */
  ends: Record<IdleFee['until'], string>
}

interface FeeWords {
  price: string
  max: string | null
  end: string
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    moveBy: (place, time) => `Unplug and move your car at ${place} by ${time}.`,
    begins: ({ price, max, end }) =>
      `From then the idle fee is ${price}/min${max ? `, max. ${max},` : ''} ${end}.`,
    move: (place) => `Unplug and move your car at ${place}.`,
    applies: ({ price, max, end }) =>
      `An idle fee of ${price}/min${max ? `, max. ${max},` : ''} applies ${end}.`,
    ends: { release: 'until the cable is out', stop: 'until the session ends' },
  },
  de: {
    moveBy: (place, time) => `Stecken Sie Ihr Fahrzeug an ${place} bis ${time} ab und fahren Sie es weg.`,
    begins: ({ price, max, end }) =>
      `Danach kostet das Blockieren ${price}/min${max ? `, höchstens ${max}` : ''}, ${end}.`,
    move: (place) => `Stecken Sie Ihr Fahrzeug an ${place} ab und fahren Sie es weg.`,
    applies: ({ price, max, end }) =>
      `Das Blockieren kostet ${price}/min${max ? `, höchstens ${max}` : ''}, ${end}.`,
    ends: { release: 'bis das Kabel gezogen ist', stop: 'bis der Ladevorgang beendet ist' },
  },
  fr: {
    moveBy: (place, time) => `Débranchez et déplacez votre voiture à ${place} avant ${time}.`,
    begins: ({ price, max, end }) =>
      `Ensuite, des frais d’occupation de ${price}/min${max ? ` (max. ${max})` : ''} s’appliquent ${end}.`,
    move: (place) => `Débranchez et déplacez votre voiture à ${place}.`,
    applies: ({ price, max, end }) =>
      `Des frais d’occupation de ${price}/min${max ? ` (max. ${max})` : ''} s’appliquent ${end}.`,
    ends: { release: 'jusqu’au débranchement', stop: 'jusqu’à la fin de la session' },
  },
  it: {
    moveBy: (place, time) => `Scollega e sposta l’auto a ${place} entro le ${time}.`,
    begins: ({ price, max, end }) =>
      `Dopo si applica il costo di sosta di ${price}/min${max ? ` (max. ${max})` : ''} ${end}.`,
    move: (place) => `Scollega e sposta l’auto a ${place}.`,
    applies: ({ price, max, end }) =>
      `Si applica il costo di sosta di ${price}/min${max ? ` (max. ${max})` : ''} ${end}.`,
    ends: { release: 'finché il cavo resta collegato', stop: 'fino alla fine della sessione' },
  },
  ru: {
    moveBy: (place, time) => `Отключите кабель и отгоните автомобиль до ${time} (${place}).`,
    begins: ({ price, max, end }) =>
      `Затем за простой взимается ${price}/мин${max ? `, не более ${max}` : ''}, ${end}.`,
    move: (place) => `Отключите кабель и отгоните автомобиль (${place}).`,
    applies: ({ price, max, end }) =>
      `За простой взимается ${price}/мин${max ? `, не более ${max}` : ''}, ${end}.`,
    ends: { release: 'пока кабель подключён', stop: 'пока не завершена зарядная сессия' },
  },
  nl: {
    moveBy: (place, time) => `Koppel je auto bij ${place} los en rijd weg vóór ${time}.`,
    begins: ({ price, max, end }) =>
      `Daarna geldt een blokkeertarief van ${price}/min${max ? `, max. ${max},` : ''} ${end}.`,
    move: (place) => `Koppel je auto bij ${place} los en rijd weg.`,
    applies: ({ price, max, end }) =>
      `Er geldt een blokkeertarief van ${price}/min${max ? `, max. ${max},` : ''} ${end}.`,
    ends: { release: 'tot de kabel los is', stop: 'tot de laadsessie is beëindigd' },
  },
}

const maxName = 80

/** Returns the text in the language of the driver, before the fee begins with the time at the station. */
function textOf(
  { place, timeZone, locale }: IdleSession,
  { from, perMinute, max, until }: IdleFee,
  { currency, now }: { currency: string; now: Date },
): string {
  const language = locales.find((one) => one === locale) ?? 'en'
  const money = (amount: string) => moneyText(amount, currency, language)
  const { move, applies, moveBy, begins, ends } = words[language]
  const fee = { price: money(perMinute), max: max === null ? null : money(max), end: ends[until] }
  const name = oneLine(place, maxName)
  if (from <= now) return `${move(name)} ${applies(fee)}`
  return `${moveBy(name, clockText(from, { language, timeZone }))} ${begins(fee)}`
}
