export interface OutgoingMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Address for replies; null: that of the installation. */
  replyTo: string | null
  attachments: readonly Attachment[]
  at: Date
}

/** File in a mail. */
export interface Attachment {
  name: string
  type: string
  content: Buffer
}

/**
 * Result of an attempt. `refused` is final, `failed` may succeed later, `away`: no other mail would succeed
 * now either.
 */
export type SendResult = { kind: 'sent' } | { kind: 'refused' | 'failed' | 'away'; why: string }

/** Delivers mails to a mail server or a folder. Never throws for failures of the other side. */
export interface MailTransport {
  via: 'smtp' | 'folder'
  /**
   * Sends a mail. Throws `ReplacedAttempt` instead if `isCurrent`, which is called immediately before its content is
   * sent, returns false.
   */
  send(mail: OutgoingMail, isCurrent: () => Promise<boolean>): Promise<SendResult>
  close(): void
}

/** Returns a mail in the library's format. The recipient is a single address, never parsed as a list. */
export const composeMail = (mail: OutgoingMail, from: string) => ({
  from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
  attachments: mail.attachments.map(({ name, type, content }) => ({
    filename: name,
    contentType: type,
    content,
  })),
  date: mail.at,
  // the same for each attempt: the receiving server can detect duplicates
  messageId: `<${mail.id}@${hostOf(from)}>`,
  // RFC 3834: no out-of-office answers
  headers: { 'Auto-Submitted': 'auto-generated' },
})

const hostOf = (from: string): string => /@([^\s@<>]+)/.exec(from)?.[1] ?? 'localhost'
