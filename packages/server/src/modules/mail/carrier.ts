export interface Parcel {
  id: string
  to: string
  subject: string
  text: string
  html: string
  at: Date
}

/**
 * How a try ended. `refused` is for good, `failed` may go better with the next try, `away` says that no other mail
 * would fare better now.
 */
export type Carried = { kind: 'sent' } | { kind: 'refused' | 'failed' | 'away'; why: string }

/** What takes mails away: a mail server, or a folder. Never throws for what the other side does. */
export interface Carrier {
  via: 'smtp' | 'folder'
  carry(parcel: Parcel): Promise<Carried>
  close(): void
}
