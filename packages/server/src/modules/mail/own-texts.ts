import {
  locales,
  mailTextAt,
  type MailTextPlace,
  type MailTextProblem,
  mailTextProblem,
  placeholdersOf,
} from '@stationmaster/contract'
import type { ProductTexts } from '../resources/index.ts'
import { builtInText } from './render-mail.ts'

/** Texts of mails for resources: the built-in ones, and the check of replacements. */
export const mailTexts: ProductTexts = {
  builtIn(path) {
    const place = mailTextAt(path)
    return place === null ? [] : locales.map((locale) => ({ locale, text: builtInText(place, locale) }))
  },
  problem(path, text) {
    const place = mailTextAt(path)
    const found = place && mailTextProblem(place, text)
    return found ? wordsOf(found, place) : null
  },
}

const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(' and ')

function wordsOf(found: MailTextProblem, place: MailTextPlace): string {
  switch (found.problem) {
    case 'empty':
      return 'The text of a mail is not empty: delete this language to have the built-in one'
    case 'line-break':
      return 'A subject is one line'
    case 'too-long':
      return `It has at most ${found.most} characters`
    case 'missing':
      return `{${found.name}} is missing: without it the mail is of no use`
    case 'unknown': {
      const { known } = placeholdersOf(place)
      const others = known.length > 0 ? `only ${inBraces(known)} can stand here` : 'none can stand here'
      return `{${found.name}} is no placeholder of this mail: ${others}`
    }
  }
}
