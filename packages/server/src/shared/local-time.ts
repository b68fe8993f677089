import { type Language, languageTags } from '@stationmaster/contract'

interface Written {
  language: Language
  /** Time zone of the place; null: not known, so that the time names UTC. */
  timeZone: string | null
}

/** Returns the time of day at a place as the language writes it, as the console does. */
export const clockText = (at: Date, { language, timeZone }: Written): string =>
  new Intl.DateTimeFormat(languageTags[language], {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    ...(timeZone === null && { timeZoneName: 'short' }),
  }).format(at)

/** Returns date and time of day at a place as the language writes them. */
export function dateTimeText(at: Date, { language, timeZone }: Written): string {
  const form = { dateStyle: 'short', timeStyle: 'short', timeZone: timeZone ?? 'UTC' } as const
  const text = new Intl.DateTimeFormat(languageTags[language], form).format(at)
  return timeZone === null ? `${text} UTC` : text
}
