import type { AnswerOf, mailGet } from '@stationmaster/contract'
import { toAdministrators } from '../../bus/events.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import type { ModuleContext } from '../module.ts'
import { mailSource } from './list-store.ts'
import { fillLink } from './render-mail.ts'
import { mailBody, queueAgain } from './store.ts'

interface Deps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  /** True if mails are written to a folder: an administrator then passes on their links. */
  isFolder: boolean
}

type Answer = AnswerOf<typeof mailGet>
const hidden = '***'
const noMail = refuse('mail.not_found', { field: 'id' })

/** Endpoints of the outbox. */
export const mailHttp = (deps: Deps) =>
  ({
    mailList: (viewer, query) => runList({ db: deps.db, source: mailSource, scope: viewer }, query),
    mailCount: (viewer, query) => runCount({ db: deps.db, source: mailSource, scope: viewer }, query),
    mailGet: (viewer, body) => getMail(deps, viewer, body),
    mailSendAgain: (viewer, { id }) => sendAgain(deps, viewer, id),
  }) satisfies Handlers

async function getMail(
  deps: Deps,
  viewer: Viewer,
  body: { id: string; fields?: string[] },
): Promise<Answer | Refusal> {
  const row = await runGet({ db: deps.db, source: mailSource, scope: viewer }, body)
  if (isRefusal(row)) return row
  const mail = row && (await mailBody(deps.db, body.id))
  if (!row || !mail) return noMail
  const isUsable = mail.link !== null && mail.link_until !== null && mail.link_until > deps.clock.now()
  const link = deps.isFolder && mail.via !== 'smtp' && isUsable ? mail.link : null
  return {
    ...row,
    text: fillLink(mail.text, link ?? hidden),
    html: fillLink(mail.html, escapeHtml(link ?? hidden)),
    link,
  }
}

async function sendAgain(deps: Deps, viewer: Viewer, id: string) {
  const found = await runGet({ db: deps.db, source: mailSource, scope: viewer }, { id })
  if (isRefusal(found) || !found) return found ?? noMail
  const isQueued = await inTransaction(deps.db, async (tx) => {
    if (!(await queueAgain(tx, id, deps.clock.now()))) return false
    await deps.bus.publish(tx, [
      { kind: 'mail.queued' },
      toAdministrators({ kind: 'mail.changed', ids: [id] }),
    ])
    const auditRef = { accountId: null, kind: 'command', classCode: 'mail', objectId: id } as const
    await recordChange(tx, viewer, {
      ...auditRef,
      label: found.recipient,
      action: 'send-again',
      after: { kind: found.kind },
    })
    return true
  })
  if (!isQueued) return refuse(notQueued[found.state], { field: 'id' })
  return (await runGet({ db: deps.db, source: mailSource, scope: viewer }, { id })) ?? noMail
}

/** Errors for mails that cannot be sent again, by their state. */
const notQueued = {
  queued: 'mail.queued',
  sent: 'mail.sent',
  stored: 'mail.stored',
  failed: 'mail.link_expired',
} as const
