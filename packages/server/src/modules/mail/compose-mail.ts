import type { Parcel } from './carrier.ts'

/** A mail as the library takes it. The recipient is one address and never read as a list. */
export const composeMail = (parcel: Parcel, from: string) => ({
  from,
  to: { name: '', address: parcel.to },
  subject: parcel.subject,
  text: parcel.text,
  html: parcel.html,
  date: parcel.at,
  // the same with every try: a mailbox can tell that it has it already
  messageId: `<${parcel.id}@${hostOf(from)}>`,
  // RFC 3834: no out-of-office answers
  headers: { 'Auto-Submitted': 'auto-generated' },
})

const hostOf = (from: string): string => /@([^\s@<>]+)/.exec(from)?.[1] ?? 'localhost'
