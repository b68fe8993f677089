import type { BodyOf, siteSet } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull } from '../../shared/request-fields.ts'

type Body = BodyOf<typeof siteSet>
type Contact = Record<(typeof parts)[number], string | null>

const parts = ['name', 'role', 'phone', 'email', 'language', 'hours', 'note'] as const

const contactOf = (given: Partial<Contact>): Contact =>
  Object.fromEntries(parts.map((part) => [part, emptyIsNull(given[part]) ?? null])) as Contact

/** Returns contacts as they are stored; undefined if the body has none. Refuses one that cannot be reached or named. */
export function readContacts({ contacts }: Body): string | undefined | Refusal {
  const read = contacts?.map(contactOf)
  const wrong = read?.findIndex(({ name, phone, email }) => name === null && phone === null && email === null)
  if (wrong !== undefined && wrong >= 0) return refuse('value.required', { field: `contacts[${wrong}].name` })
  return read && JSON.stringify(read)
}

/** Returns the parts of the first contact that a body without contacts sets by the fields of a single one. */
export function firstContactOf(body: Body): Partial<Contact> | undefined {
  if (body.contacts !== undefined) return undefined
  const given = { name: body.contactname, phone: body.contactphone, email: body.contactemail }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return set.length === 0 ? undefined : Object.fromEntries(set)
}

/** Returns contacts with other parts of the first one; without name, phone and email it is removed. */
export function withFirstContact(stored: readonly Partial<Contact>[], first: Partial<Contact>): string {
  const [before = {}, ...others] = stored
  const changed = contactOf({ ...before, ...first })
  const isGone = changed.name === null && changed.phone === null && changed.email === null
  return JSON.stringify(isGone ? others : [changed, ...others])
}
