import { orNull } from '../../ui/form/form-text.ts'
import type { Site } from './site-columns.tsx'

type SiteContact = Site['contacts'][number]

/** Values of the fields of a contact. */
export type ContactValues = Record<keyof SiteContact, string>

export const newContact: ContactValues = {
  name: '',
  role: '',
  phone: '',
  email: '',
  language: '',
  hours: '',
  note: '',
}

export const valuesOfContact = (contact: SiteContact): ContactValues => ({
  name: contact.name ?? '',
  role: contact.role ?? '',
  phone: contact.phone ?? '',
  email: contact.email ?? '',
  language: contact.language ?? '',
  hours: contact.hours ?? '',
  note: contact.note ?? '',
})

export const bodyOfContact = (values: ContactValues): SiteContact => ({
  name: orNull(values.name),
  role: orNull(values.role),
  phone: orNull(values.phone),
  email: orNull(values.email),
  language: orNull(values.language),
  hours: orNull(values.hours),
  note: orNull(values.note),
})

/** Returns true if a contact has a name, a phone number or an email address. */
export const isReachable = ({ name, phone, email }: ContactValues): boolean =>
  [name, phone, email].some((text) => text.trim() !== '')

/** Returns the contacts with the one at `from` at `to`. */
export function moveContact(
  contacts: readonly ContactValues[],
  { from, to }: { from: number; to: number },
): ContactValues[] {
  const others = contacts.filter((_, index) => index !== from)
  return [...others.slice(0, to), contacts[from]!, ...others.slice(to)]
}
