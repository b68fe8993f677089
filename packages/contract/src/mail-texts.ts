import { type MailKind, mailKinds } from './mail.ts'

/** What an installation can write itself of a mail, as texts among its resources. */
export const mailTextParts = ['subject', 'text'] as const
export type MailTextPart = (typeof mailTextParts)[number]

/** Mails that say something happened and lead nowhere; all others have a link, and are of no use without it. */
export const mailKindsWithoutLink: readonly MailKind[] = ['email-in-use', 'email-changed']

/** What may stand in an own text: the link of the mail, and the address of the installation. */
export const mailPlaceholders = ['link', 'origin'] as const
type Placeholder = (typeof mailPlaceholders)[number]

export interface MailTextPlace {
  kind: MailKind
  part: MailTextPart
}

/** Where the own text of a mail lies among the resources. */
export const mailTextPath = ({ kind, part }: MailTextPlace): string => `mail/${kind}/${part}`

const places = new Map(
  mailKinds.flatMap((kind) =>
    mailTextParts.map((part) => [mailTextPath({ kind, part }), { kind, part }] as const),
  ),
)

/** Which text of which mail a path of a resource means; null for all other paths. */
export const mailTextAt = (path: string): MailTextPlace | null => places.get(path.toLowerCase()) ?? null

/** All paths of own texts of mails. */
export const mailTextPaths: readonly string[] = [...places.keys()]

/** Characters, in one language. */
export const mailTextLimits = { subject: 150, text: 20_000 } as const

/** What may and what must stand in a text between braces. */
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

/** Why a text cannot be the text of a mail; null when it can. */
export function mailTextProblem(place: MailTextPlace, text: string): MailTextProblem | null {
  const most = mailTextLimits[place.part]
  if (text.trim() === '') return { problem: 'empty' }
  if (text.trim().length > most) return { problem: 'too-long', most }
  // a header is one line, whatever else would be made of it
  if (place.part === 'subject' && /[\p{Cc}\u2028\u2029]/u.test(text.trim())) return { problem: 'line-break' }
  const { known, needed } = placeholdersOf(place)
  // of {{link}} the outer braces would stay
  const used = [...text.matchAll(/\{+[^{}]*\}+/g)].map(([inBraces]) => inBraces.slice(1, -1))
  const unknown = used.find((name) => !(known as readonly string[]).includes(name))
  if (unknown !== undefined) return { problem: 'unknown', name: unknown }
  const missing = needed.find((name) => !used.includes(name))
  return missing === undefined ? null : { problem: 'missing', name: missing }
}
