import type { locales } from '@stationmaster/contract'
import type { Tx } from '../../storage/transaction.ts'
import type { MailQueue } from '../mail/index.ts'
import { DocumentFormat } from './documents/format.ts'
import { fill, textsOf } from './documents/texts.ts'
import { documentIds, insertInvoiceMail, type MailedInvoice } from './mail-store.ts'

interface MailDeps {
  mail: MailQueue
  now: Date
}

/**
 * Queues a mail to the client of an issued invoice, or a reminder of it, with its documents attached. Returns false if
 * the address got too many mails of this kind in the last hour.
 */
export async function mailInvoice(
  tx: Tx,
  invoice: MailedInvoice & { recipient: string },
  { kind, mail, now }: MailDeps & { kind: 'invoice' | 'reminder' },
): Promise<boolean> {
  const { id: invoiceId, accountId, recipient, code, replyTo, language } = invoice
  const id = await mail.write(tx, {
    to: recipient,
    locale: language,
    kind: kind === 'invoice' ? 'invoice' : 'payment-reminder',
    about: code,
    replyTo,
    entries: { shown: factsOf(invoice).map((text) => ({ text })), more: 0 },
    attachments: await documentIds(tx, invoiceId),
  })
  if (id === null) return false
  await insertInvoiceMail(tx, { id, accountId, invoiceId, kind, recipient, now })
  return true
}

/** Returns what the mail states about the invoice, in its language. */
function factsOf(invoice: MailedInvoice): string[] {
  const { code, seller, isCreditNote, currency, grossMinor, openMinor, dueOn, reference, iban } = invoice
  const language = invoice.language as (typeof locales)[number]
  const texts = textsOf(language)
  const format = new DocumentFormat({ language, currency })
  const facts: (string | null)[] = [
    `${isCreditNote ? texts.creditNote : texts.invoice} ${code}, ${seller}`,
    `${isCreditNote ? texts.creditTotal : texts.total}: ${format.money(grossMinor)}`,
  ]
  if (!isCreditNote)
    facts.push(
      openMinor === 0
        ? texts.nothingDue
        : dueOn === null
          ? fill(texts.transfer, { amount: format.money(openMinor) })
          : fill(texts.transferBy, { amount: format.money(openMinor), date: format.day(dueOn) }),
      openMinor > 0 && iban !== null ? `IBAN: ${iban}` : null,
      openMinor > 0 && reference !== null ? `${texts.reference}: ${reference}` : null,
    )
  return facts.filter((fact) => fact !== null)
}
