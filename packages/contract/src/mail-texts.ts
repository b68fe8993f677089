import { type MailKind, mailKinds } from './mail.ts'

/** Parts of a mail that an installation can customize by text resources. */
export const mailTextParts = ['subject', 'text'] as const
export type MailTextPart = (typeof mailTextParts)[number]

/** Mails that only inform, or that have a document attached, and contain no link; all others are useless without it. */
export const mailKindsWithoutLink: readonly MailKind[] = [
  'email-in-use',
  'email-changed',
  'invoice',
  'payment-reminder',
]

/** Placeholders in a custom text: the link of the mail, and the address of the installation. */
export const mailPlaceholders = ['link', 'origin'] as const
type Placeholder = (typeof mailPlaceholders)[number]

export interface MailTextPlace {
  kind: MailKind
  part: MailTextPart
}

/** Returns the resource path of the custom text of a mail. */
export const mailTextPath = ({ kind, part }: MailTextPlace): string => `mail/${kind}/${part}`

const places = new Map(
  mailKinds.flatMap((kind) =>
    mailTextParts.map((part) => [mailTextPath({ kind, part }), { kind, part }] as const),
  ),
)

/** Returns the mail and part that a resource path customizes; null for all other paths. */
export const mailTextAt = (path: string): MailTextPlace | null => places.get(path.toLowerCase()) ?? null

/** All resource paths of custom mail texts. */
export const mailTextPaths: readonly string[] = [...places.keys()]

/** Maximum characters in one language. */
export const mailTextLimits = { subject: 150, text: 20_000 } as const

/** Returns the allowed and the required placeholders of a text. */
export function placeholdersOf({ kind, part }: MailTextPlace): {
  known: readonly Placeholder[]
  needed: readonly Placeholder[]
} {
  if (part === 'subject') return { known: [], needed: [] }
  return mailKindsWithoutLink.includes(kind)
    ? { known: ['origin'], needed: [] }
    : { known: mailPlaceholders, needed: ['link'] }
}

export type MailTextProblem =
  | { problem: 'empty' | 'line-break' }
  | { problem: 'too-long'; most: number }
  | { problem: 'unknown' | 'missing'; name: string }

/** Returns why a text cannot be used in a mail; null if it can. */
export function mailTextProblem(place: MailTextPlace, text: string): MailTextProblem | null {
  const most = mailTextLimits[place.part]
  if (text.trim() === '') return { problem: 'empty' }
  if (text.trim().length > most) return { problem: 'too-long', most }
  // a header must be one line
  if (place.part === 'subject' && /[\p{Cc}\u2028\u2029]/u.test(text.trim())) return { problem: 'line-break' }
  const { known, needed } = placeholdersOf(place)
  // handles {{link}}, whose outer braces would remain
  const used = [...text.matchAll(/\{+[^{}]*\}+/g)].map(([inBraces]) => inBraces.slice(1, -1))
  const unknown = used.find((name) => !(known as readonly string[]).includes(name))
  if (unknown !== undefined) return { problem: 'unknown', name: unknown }
  const missing = needed.find((name) => !used.includes(name))
  return missing === undefined ? null : { problem: 'missing', name: missing }
}
