import type { locales } from '@stationmaster/contract'

/** Reasons of credit notes for corrected prices, by language. */
export const correctionTexts: Record<(typeof locales)[number], string> = {
  en: 'Correction of the price',
  de: 'Korrektur des Preises',
  fr: 'Correction du prix',
  it: 'Rettifica del prezzo',
  ru: 'Исправление цены',
  nl: 'Correctie van de prijs',
}

/** Texts of the notice that a correction could not be credited, by language, with the number of the invoice. */
export const correctionFailedTexts: Record<(typeof locales)[number], (number: string) => string> = {
  en: (number) => `A price on invoice ${number} was corrected, but its credit note could not be created.`,
  de: (number) =>
    `Ein Preis auf Rechnung ${number} wurde berichtigt, die Rechnungskorrektur konnte aber nicht erstellt werden.`,
  fr: (number) => `Un prix de la facture ${number} a été corrigé, mais l’avoir n’a pas pu être créé.`,
  it: (number) =>
    `Un prezzo della fattura ${number} è stato rettificato, ma non è stato possibile creare la nota di credito.`,
  ru: (number) => `Цена в счёте ${number} исправлена, но создать кредит-ноту не удалось.`,
  nl: (number) =>
    `Een prijs op factuur ${number} is gecorrigeerd, maar de creditnota kon niet worden gemaakt.`,
}
