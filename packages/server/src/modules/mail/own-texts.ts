import {
  locales,
  mailTextAt,
  type MailTextPlace,
  type MailTextProblem,
  mailTextProblem,
  placeholdersOf,
} from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { ProductTexts } from '../resources/index.ts'
import { builtInText } from './render-mail.ts'

/** Texts of mails for resources: the built-in ones, and the check of replacements. */
export const mailTexts: ProductTexts = {
  builtIn(path) {
    const place = mailTextAt(path)
    return place === null ? [] : locales.map((locale) => ({ locale, text: builtInText(place, locale) }))
  },
  check(path, text) {
    const place = mailTextAt(path)
    const problem = place && mailTextProblem(place, text)
    return problem ? refuseText(problem, place) : null
  },
}

const field = 'text'

function refuseText(found: MailTextProblem, place: MailTextPlace): Refusal {
  switch (found.problem) {
    case 'empty':
      return refuse('mail_text.empty', { field })
    case 'line-break':
      return refuse('mail_text.line_break', { field })
    case 'too-long':
      return refuse('value.too_long', { limit: found.most, field })
    case 'missing':
      return refuse('mail_text.placeholder_missing', { placeholder: `{${found.name}}`, field })
    case 'unknown':
      return refuseUnknown(`{${found.name}}`, placeholdersOf(place).known)
  }
}

function refuseUnknown(placeholder: string, names: readonly string[]): Refusal {
  if (names.length === 0) return refuse('mail_text.no_placeholders', { placeholder, field })
  const known = names.map((name) => `{${name}}`).join(', ')
  return refuse('mail_text.placeholder_unknown', { placeholder, known, field })
}
