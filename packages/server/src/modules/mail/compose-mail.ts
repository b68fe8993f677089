import type { Parcel } from './carrier.ts'

/** Returns a mail in the library's format. The recipient is a single address, never parsed as a list. */
export const composeMail = (parcel: Parcel, from: string) => ({
  from,
  to: { name: '', address: parcel.to },
  subject: parcel.subject,
  text: parcel.text,
  html: parcel.html,
  date: parcel.at,
  // the same for each attempt: the receiving server can detect duplicates
  messageId: `<${parcel.id}@${hostOf(from)}>`,
  // RFC 3834: no out-of-office answers
  headers: { 'Auto-Submitted': 'auto-generated' },
})

const hostOf = (from: string): string => /@([^\s@<>]+)/.exec(from)?.[1] ?? 'localhost'
