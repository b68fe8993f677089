import type { MailKind } from '@stationmaster/contract'

/**
 * Texts of a mail of one kind in one language. They never include input of an anonymous user, which would
 * allow spam. Texts of notices are added separately, for users who subscribed to them.
 */
export interface MailText {
  subject: string
  /** Paragraphs. */
  lead: readonly string[]
  /** Label of the button; a kind with a link has one. */
  button?: string
  /** How long the link is valid, and a note for unintended recipients. */
  note: string
}

/** All texts in one language. */
export interface MailTexts {
  texts: Record<MailKind, MailText>
  /** Text before the number of notices that a mail does not show. */
  more: string
  /** Text above the link to copy. */
  copyLink: string
  /** Last line, before the address of the installation. */
  sentBy: string
}
