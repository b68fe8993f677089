import type { AnswerOf, mailGet } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { mailSource } from './list-store.ts'
import { escapeHtml, fillLink } from './render-mail.ts'
import { mailBody } from './store.ts'

interface Deps {
  db: Kysely<Database>
  clock: Clock
  /** Whether mails go into a folder: then an administrator hands their links on. */
  isFolder: boolean
}

type Answer = AnswerOf<typeof mailGet>
const hidden = '***'

/** Endpoints of the outbox. */
export const mailHttp = (deps: Deps) =>
  ({
    mailList: (viewer, query) => runList(deps.db, mailSource, viewer, query),
    mailCount: (viewer, query) => runCount(deps.db, mailSource, viewer, query),
    mailGet: (viewer, body) => getMail(deps, viewer, body),
  }) satisfies Handlers

async function getMail(
  deps: Deps,
  viewer: Viewer,
  body: { id: string; fields?: string[] },
): Promise<Answer | Refusal> {
  const row = await runGet(deps.db, mailSource, viewer, body)
  if (isRefusal(row)) return row
  const mail = row && (await mailBody(deps.db, body.id))
  if (!row || !mail) return refuse('not-found', 'There is no such mail')
  const isUsable = mail.link !== null && mail.link_until !== null && mail.link_until > deps.clock.now()
  const link = deps.isFolder && mail.via !== 'smtp' && isUsable ? mail.link : null
  return {
    ...row,
    text: fillLink(mail.text, link ?? hidden),
    html: fillLink(mail.html, escapeHtml(link ?? hidden)),
    link,
  }
}
