export interface OutgoingMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  at: Date
}

/**
 * Result of an attempt. `refused` is final, `failed` may succeed later, `away`: no other mail would succeed
 * now either.
 */
export type SendResult = { kind: 'sent' } | { kind: 'refused' | 'failed' | 'away'; why: string }

/** Delivers mails to a mail server or a folder. Never throws for failures of the other side. */
export interface MailTransport {
  via: 'smtp' | 'folder'
  send(mail: OutgoingMail): Promise<SendResult>
  close(): void
}
