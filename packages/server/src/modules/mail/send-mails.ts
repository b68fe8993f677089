import { toAdministrators } from '../../bus/events.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import type { ModuleContext } from '../module.ts'
import { type AttemptListener, asAttempt, isCurrentAttempt, ReplacedAttempt } from '../../storage/attempt.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import type { MailTransport, SendResult } from './mail-transport.ts'
import { fillLink } from './render-mail.ts'
import { attachmentsOf, linkEnded, markFailed, markSent, takeDueMail } from './store.ts'

export interface SendDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> {
  transport: MailTransport
  /** Called in the transaction that stores the result of an attempt. */
  onAttempt: AttemptListener
}

const minuteMs = 60_000
/** Pauses after each attempt: most outages of a mail server end within minutes, some take a night. */
const pauses = [1, 2, 5, 10, 20, 40, 60, 120].map((minutes) => minutes * minuteMs)
/** Attempts per mail, spread over about a day. */
const maxAttempts = 18
/** Mails per run of the job. */
const maxPerRun = 50
const roundMs = 30_000

/** Mails with a log of their attempts. */
const loggedKinds = new Set(['incident', 'invoice', 'payment-reminder'])

type DueMail = NonNullable<Awaited<ReturnType<typeof takeDueMail>>>

/**
 * Sends mails that are due; returns how many were sent. If the mail server is unavailable, the others wait
 * without an attempt.
 */
export async function sendMails(deps: SendDeps): Promise<number> {
  const until = deps.clock.monotonicMs() + roundMs
  let sent = 0
  for (let round = 0; round < maxPerRun && deps.clock.monotonicMs() < until; round += 1) {
    const mail = await takeDueMail(deps.db, deps.clock.now(), pauses)
    if (!mail) break
    const outcome = await sendOne(deps, mail)
    await deps.bus.publish(deps.db, [toAdministrators({ kind: 'mail.changed', ids: [mail.id] })])
    if (outcome === 'away') break
    if (outcome === 'sent') sent += 1
  }
  return sent
}

async function sendOne(deps: SendDeps, mail: DueMail): Promise<'sent' | 'failed' | 'away'> {
  const { db, clock, log, transport } = deps
  if (mail.link_hash && (mail.link === null || mail.link_until! <= clock.now())) {
    await markFailed(db, mail, { error: linkEnded, isFinal: true })
    return 'failed'
  }
  const link = mail.link ?? ''
  const outgoing = {
    id: mail.id,
    to: mail.recipient,
    subject: mail.subject,
    text: fillLink(mail.text, link),
    html: fillLink(mail.html, escapeHtml(link)),
    replyTo: mail.reply_to,
    attachments: await attachmentsOf(db, mail.attachment_ids),
    at: clock.now(),
  }
  let outcome: SendResult
  try {
    outcome = await transport.send(outgoing, () => isCurrentAttempt({ db, clock }, 'mails', mail))
  } catch (error) {
    if (!(error instanceof ReplacedAttempt)) throw error
    // the other process stores the result
    return 'failed'
  }
  const isFinal = outcome.kind === 'sent' || outcome.kind === 'refused' || mail.tries >= maxAttempts
  const now = clock.now()
  const store = (to: Db) =>
    outcome.kind === 'sent'
      ? markSent(to, mail, { via: transport.via, now })
      : markFailed(to, mail, { error: outcome.why, isFinal })
  if (loggedKinds.has(mail.kind))
    await inTransaction(db, async (tx) => {
      if (await store(tx)) await deps.onAttempt(tx, asAttempt(mail.id, { outcome, isFinal, at: now }))
    })
  else await store(db)
  if (outcome.kind === 'sent') return 'sent'
  log.warn({ mail: mail.id, tries: mail.tries, isFinal, why: outcome.why }, 'mail: a mail could not be sent')
  return outcome.kind === 'away' ? 'away' : 'failed'
}
