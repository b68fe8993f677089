import {
  type MailKind,
  maxInvoiceMailsPerHour,
  mailTextParts,
  mailTextPath,
  mailTextProblem,
  notificationLimits,
} from '@stationmaster/contract'
import { toAdministrators } from '../../bus/events.ts'
import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import { readTextIn } from '../resources/index.ts'
import type { ModuleContext } from '../module.ts'
import { type Locale, mailLocale, type OwnTexts, renderMail } from './render-mail.ts'
import { countMails, forgetLink, insertMail } from './store.ts'

export type MailQueueDeps = Pick<ModuleContext, 'bus' | 'clock' | 'origin'>

export interface NewMail {
  to: string
  locale: string
  kind: MailKind
  /** Target of the button, as a path of the console. */
  path?: string
  /** Added to the subject: the number of an invoice. */
  about?: string
  /** Address to which the recipient replies. */
  replyTo?: string | null
  /** Ids of documents of invoices that are attached. */
  attachments?: readonly string[]
  /** Texts between the built-in text and the button, each with a path of the console, if it has one. */
  entries?: { shown: readonly { text: string; path?: string }[]; more: number }
  /** The path is a secret: its hash, and until when it can be used. */
  secret?: { hash: Buffer; until: Date }
}

const hourMs = 3_600_000
/** Mails of one kind to one address in an hour; further ones are dropped, so that an inbox cannot be flooded. */
const maxPerHour: Partial<Record<MailKind, number>> = {
  incident: notificationLimits.mailsPerHour,
  invoice: maxInvoiceMailsPerHour,
  'payment-reminder': maxInvoiceMailsPerHour,
}
const maxOfOthers = 5

export type MailQueue = ReturnType<typeof createMailQueue>

/** Queues mails in the transaction of the fact that causes them; a job sends them afterwards. */
export const createMailQueue = (deps: MailQueueDeps) => ({
  /** Returns the id of the mail, or null if the address has got the maximum of this hour. */
  async write(tx: Tx, mail: NewMail): Promise<string | null> {
    const now = deps.clock.now()
    const since = new Date(now.getTime() - hourMs)
    const most = maxPerHour[mail.kind] ?? maxOfOthers
    if ((await countMails(tx, mail.to, { kind: mail.kind, since })) >= most) return null
    const locale = mailLocale(mail.locale)
    const origin = deps.origin()
    const link = mail.path === undefined ? undefined : origin + mail.path
    const parts = renderMail(mail.kind, locale, {
      origin,
      own: await ownTextsOf(tx, mail.kind, locale),
      ...(mail.entries ? { entries: linkedTo(origin, mail.entries) } : {}),
      ...(link === undefined || mail.secret ? {} : { link }),
    })
    const { about, replyTo = null, attachments = [] } = mail
    const id = newId(now.getTime())
    await insertMail(tx, {
      ...parts,
      ...(about === undefined ? {} : { subject: `${parts.subject} ${about}` }),
      reply_to: replyTo,
      attachment_ids: [...attachments],
      id,
      created_at: now,
      due_at: now,
      recipient: mail.to,
      kind: mail.kind,
      locale,
      ...(mail.secret ? { link, link_hash: mail.secret.hash, link_until: mail.secret.until } : {}),
    })
    await deps.bus.publish(tx, [{ kind: 'mail.queued' }, toAdministrators({ kind: 'mail.changed' })])
    return id
  },
  /** Removes the link with this hash, which was used or is void, from all mails. */
  forget: (tx: Tx, hash: Buffer): Promise<void> => forgetLink(tx, hash),
})

const linkedTo = (origin: string, { shown, more }: NonNullable<NewMail['entries']>) => ({
  shown: shown.map(({ text, path }) => ({ text, ...(path === undefined ? {} : { link: origin + path }) })),
  more,
})

/**
 * Returns the installation's own texts of a mail. An invalid one (a missing link, an unknown placeholder) is
 * ignored: the mail is sent with the built-in text rather than without its link.
 */
async function ownTextsOf(tx: Tx, kind: MailKind, locale: Locale): Promise<OwnTexts> {
  const own: OwnTexts = {}
  for (const part of mailTextParts) {
    const text = await readTextIn(tx, mailTextPath({ kind, part }), locale)
    if (text !== null && mailTextProblem({ kind, part }, text) === null) own[part] = text
  }
  return own
}
