import type { MailKind } from '@stationmaster/contract'

/**
 * What a mail of one kind says in one language. Nothing a stranger typed stands in it: a mail is no billboard. The texts
 * of notices come beside it, to users who asked for them.
 */
export interface MailText {
  subject: string
  /** Paragraphs. */
  lead: readonly string[]
  /** What the button says; a kind with a link has one. */
  button?: string
  /** How long the link works, and for whom the mail was not. */
  note: string
}

/** All that is said in one language. */
export interface MailTexts {
  texts: Record<MailKind, MailText>
  /** Before the number of notices that a mail does not show. */
  more: string
  /** Above the link that can be copied. */
  copyLink: string
  /** The last line, before the address of the installation. */
  sentBy: string
}
