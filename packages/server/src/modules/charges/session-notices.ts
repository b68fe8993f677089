import { languageTags, locales, moneyText } from '@stationmaster/contract'
import { decimalText } from '../../shared/money.ts'
import { oneLine } from '../../shared/one-line.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { notifyUsers } from '../notices/index.ts'
import type { Rated } from './rate-session.ts'
import { seesPrice } from './sees-price.ts'
import { readSessionDrivers, type SessionDriver } from './session-driver-store.ts'

/**
 * Writes a notice to the drivers of sessions that have ended within the last day, in the transaction of their prices.
 * @param ended.waiting ids of sessions whose price waits for the vehicle to leave
 */
export async function noticeEndedSessions(
  { bus, clock }: Pick<ModuleContext, 'bus' | 'clock'>,
  tx: Tx,
  ended: { rated: readonly Rated[]; waiting: readonly string[] },
): Promise<void> {
  const prices = new Map(ended.rated.map((rated) => [rated.session.id, rated]))
  const now = clock.now()
  const drivers = await readSessionDrivers(tx, { ids: [...prices.keys(), ...ended.waiting], now })
  const notices = drivers.map((driver) => ({
    user: { id: driver.userId, accountId: driver.accountId },
    severity: 'info' as const,
    kind: 'session' as const,
    text: textOf(driver, prices.get(driver.id)),
    classCode: 'transaction',
    objectId: driver.id,
    label: String(driver.number),
    now,
  }))
  await notifyUsers({ tx, bus }, notices, { isMailed: true })
}

type Locale = (typeof locales)[number]

interface Words {
  ended: (place: string, energy: string) => string
  /** A tariff that charges until the vehicle leaves. */
  idle: string
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    ended: (place, energy) => `Charging at ${place} has ended: ${energy}`,
    idle: 'Move your car: an idle fee may apply until the cable is out.',
  },
  de: {
    ended: (place, energy) => `Der Ladevorgang an ${place} ist beendet: ${energy}`,
    idle: 'Fahren Sie Ihr Fahrzeug weg: Bis das Kabel gezogen ist, kann eine Blockiergebühr anfallen.',
  },
  fr: {
    ended: (place, energy) => `La recharge à ${place} est terminée : ${energy}`,
    idle: 'Déplacez votre voiture : des frais d’occupation peuvent s’appliquer jusqu’au débranchement.',
  },
  it: {
    ended: (place, energy) => `La ricarica a ${place} è terminata: ${energy}`,
    idle: 'Sposta l’auto: finché il cavo è collegato può essere applicato un costo di sosta.',
  },
  ru: {
    ended: (place, energy) => `Зарядка завершена (${place}): ${energy}`,
    idle: 'Отгоните автомобиль: пока кабель подключён, может взиматься плата за простой.',
  },
  nl: {
    ended: (place, energy) => `Het laden bij ${place} is klaar: ${energy}`,
    idle: 'Verplaats je auto: zolang de kabel is aangesloten, kan een blokkeertarief gelden.',
  },
}

const maxName = 80

/** Returns the text in the language of the driver; with the cost if it is final and the driver may see it. */
function textOf({ place, energyWh, locale, clientId }: SessionDriver, rated: Rated | undefined): string {
  const language = locales.find((one) => one === locale) ?? 'en'
  const kwh = new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 2 }).format(
    energyWh / 1_000,
  )
  const energy = `${kwh} ${language === 'ru' ? 'кВт·ч' : 'kWh'}`
  const text = words[language].ended(oneLine(place, maxName), energy)
  if (!rated) return `${text}. ${words[language].idle}`
  const { holdReason, currency, grossMinor, digits, session } = rated
  if (holdReason !== null || currency === null || !seesPrice({ isAdmin: false, clientId }, session.clientId))
    return `${text}.`
  return `${text}, ${moneyText(decimalText(grossMinor, digits), currency, language)}.`
}
