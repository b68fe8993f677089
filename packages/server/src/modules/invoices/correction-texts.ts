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
