import { locales } from '@stationmaster/contract'
import { oneLine } from '../../shared/one-line.ts'

type Locale = (typeof locales)[number]

const sentences: Readonly<
  Record<Locale, { closed: (place: string) => string; answer: (text: string) => string }>
> = {
  en: {
    closed: (place) => `Your report about ${place} has been dealt with.`,
    answer: (text) => `The operator writes: ${text}`,
  },
  de: {
    closed: (place) => `Ihre Meldung zu ${place} ist erledigt.`,
    answer: (text) => `Der Betreiber schreibt: ${text}`,
  },
  fr: {
    closed: (place) => `Votre signalement concernant ${place} a été traité.`,
    answer: (text) => `L’exploitant écrit\u00a0: ${text}`,
  },
  it: {
    closed: (place) => `La tua segnalazione su ${place} è stata gestita.`,
    answer: (text) => `Il gestore scrive: ${text}`,
  },
  ru: {
    closed: (place) => `Ваше сообщение о проблеме (${place}) обработано.`,
    answer: (text) => `Оператор пишет: ${text}`,
  },
  nl: {
    closed: (place) => `Je melding over ${place} is afgehandeld.`,
    answer: (text) => `De exploitant schrijft: ${text}`,
  },
}

const maxName = 80

/** Returns the text of the notice that a report was closed, in the language of the driver. */
export function outcomeText(
  { place, outcome }: { place: string; outcome: string | null },
  locale: string,
): string {
  const { closed, answer } = sentences[locales.find((one) => one === locale) ?? 'en']
  const name = oneLine(place, maxName)
  return outcome === null ? closed(name) : `${closed(name)} ${answer(outcome)}`
}
