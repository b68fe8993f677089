import type { locales } from './session.ts'

export type Language = (typeof locales)[number]

/** Tags of the languages for Intl. */
export const languageTags: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  it: 'it-IT',
  ru: 'ru-RU',
  nl: 'nl-NL',
}

// Intl has no kilowatt or kilowatt-hour.
const latin = { W: 'W', kW: 'kW', Wh: 'Wh', kWh: 'kWh', A: 'A', V: 'V', min: 'min' }
export type Unit = keyof typeof latin
export const unitSymbols: Readonly<Record<Language, Readonly<Record<Unit, string>>>> = {
  en: latin,
  de: latin,
  fr: latin,
  it: latin,
  nl: latin,
  ru: { W: 'Вт', kW: 'кВт', Wh: 'Вт·ч', kWh: 'кВт·ч', A: 'А', V: 'В', min: 'мин' },
}

const clock = 'd h min s ms'
/** Symbols of the day, hour, minute, second and millisecond. Intl has "hr" and "sec" in English, "Std." in German. */
export const clockSymbols: Readonly<Record<Language, string>> = {
  en: clock,
  de: clock,
  fr: 'j h min s ms',
  it: 'g h min s ms',
  ru: 'д ч мин с мс',
  nl: 'd u min s ms',
}

/** Returns days, hours, minutes and seconds with their symbols; a part that is zero is empty. */
export function durationParts(seconds: number, language: Language): string[] {
  const symbols = clockSymbols[language].split(' ')
  const whole = Math.max(0, Math.floor(seconds))
  const counts = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3_600) % 24,
    Math.floor(whole / 60) % 60,
    whole % 60,
  ]
  return counts.map((count, at) =>
    count > 0 ? `${count.toLocaleString(languageTags[language])}\u00a0${symbols[at]}` : '',
  )
}

/** Formats seconds in all units, for values that a user set: `1 min 30 s`. */
export const exactDuration = (seconds: number, language: Language): string =>
  durationParts(seconds, language)
    .filter((part) => part !== '')
    .join('\u00a0') || `0\u00a0${clockSymbols[language].split(' ')[3]}`

/** Italian would group from five digits only, so that amounts in one column would differ. */
export const groupedNumbers = { useGrouping: 'always' } as const

/** L364: forms of Intl for money that are reused. A form takes longer to create than an amount to format. */
const maxMoneyForms = 200
const moneyForms = new Map<string, Intl.NumberFormat>()

/** Returns the form of a currency, with the number of decimals that it shows at least and at most; null for its own. */
function moneyForm(language: Language, currency: string, digits: [number, number] | null): Intl.NumberFormat {
  const key = `${language} ${currency} ${digits?.join() ?? ''}`
  const known = moneyForms.get(key)
  if (known) return known
  const form = new Intl.NumberFormat(languageTags[language], {
    ...groupedNumbers,
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(digits && { minimumFractionDigits: digits[0], maximumFractionDigits: digits[1] }),
  })
  if (moneyForms.size >= maxMoneyForms) moneyForms.clear()
  moneyForms.set(key, form)
  return form
}

/** Formats a decimal string as money, with all its decimals and at least those of the currency: €0.4925. */
export function moneyText(amount: string, currency: string, language: Language): string {
  try {
    // The list of currencies of the contract is not part of the first load of the console. Where Intl uses no decimals
    // (JPY; some browsers: HUF), those of the amount are shown.
    const usual = moneyForm(language, currency, null).resolvedOptions().minimumFractionDigits ?? 0
    const digits = amount.split('.')[1]?.length ?? 0
    const form = moneyForm(language, currency, [usual === 0 ? digits : usual, Math.max(usual, digits)])
    // A decimal string is passed unchanged: a number would round large balances.
    return form.format(amount as unknown as number)
  } catch {
    return `${amount} ${currency}`.trim()
  }
}
