import { locales } from '@stationmaster/contract'
import { oneLine } from '../../shared/one-line.ts'

const sentences: Record<(typeof locales)[number], (plate: string) => string> = {
  en: (plate) =>
    `You may now charge the car ${plate}. Choose it when you start a session; you pay for your sessions.`,
  de: (plate) =>
    `Sie dürfen jetzt das Fahrzeug ${plate} laden. Wählen Sie es beim Start aus; Ihre Ladevorgänge bezahlen Sie.`,
  fr: (plate) =>
    `Vous pouvez maintenant recharger le véhicule ${plate}. Choisissez-le au démarrage ; vous payez vos sessions.`,
  it: (plate) => `Ora puoi ricaricare l’auto ${plate}. Selezionala all’avvio; le tue sessioni le paghi tu.`,
  ru: (plate) =>
    `Теперь вы можете заряжать автомобиль ${plate}. Выберите его при запуске; свои зарядные сессии оплачиваете вы.`,
  nl: (plate) =>
    `Je mag nu de auto ${plate} opladen. Kies hem bij het starten; je betaalt je eigen laadsessies.`,
}

/** Returns the text of the notice to a person who may charge a car. */
export const carNoticeText = (plate: string, locale: string): string =>
  sentences[locales.find((one) => one === locale) ?? 'en'](oneLine(plate, 20))
