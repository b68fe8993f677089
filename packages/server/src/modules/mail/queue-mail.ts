import { type MailKind, mailTextParts, mailTextPath, mailTextProblem } from '@stationmaster/contract'
import type { Bus } from '../../bus/bus.ts'
import { toAdministrators } from '../../bus/events.ts'
import type { Clock } from '../../shared/clock.ts'
import { newId } from '../../shared/ids.ts'
import { queryable } from '../../storage/queryable.ts'
import type { Tx } from '../../storage/transaction.ts'
import { readTextIn } from '../resources/index.ts'
import { type Locale, mailLocale, type OwnTexts, renderMail } from './render-mail.ts'
import { countMails, forgetLink, insertMail } from './store.ts'

export interface PostDeps {
  bus: Bus
  clock: Clock
  /** Scheme and host that stand in links. Configured or our own; never what a caller's header says. */
  origin: () => string
}

export interface NewMail {
  to: string
  locale: string
  kind: MailKind
  /** Where the button leads, as a path of the console. */
  path?: string
  /** Texts between the built-in words and the button, each with a path of the console. */
  entries?: { shown: readonly { text: string; path: string }[]; more: number }
  /** The path is a secret: what is hashed of it, and until when it can be used. */
  secret?: { hash: Buffer; until: Date }
}

const hourMs = 3_600_000
/** Mails of one kind to one address in an hour; what comes beyond is dropped, so that nobody can flood a mailbox. */
const mostAnHour = 5

export type Post = ReturnType<typeof createPost>

/** Writes mails in the transaction of the fact they tell; a job sends them after it. */
export const createPost = (deps: PostDeps) => ({
  async write(tx: Tx, mail: NewMail): Promise<void> {
    const now = deps.clock.now()
    const since = new Date(now.getTime() - hourMs)
    if ((await countMails(tx, mail.to, mail.kind, since)) >= mostAnHour) return
    const locale = mailLocale(mail.locale)
    const origin = deps.origin()
    const link = mail.path === undefined ? undefined : origin + mail.path
    const parts = renderMail(mail.kind, locale, {
      origin,
      own: await ownTextsOf(tx, mail.kind, locale),
      ...(mail.entries ? { entries: linkedTo(origin, mail.entries) } : {}),
      ...(link === undefined || mail.secret ? {} : { link }),
    })
    await insertMail(tx, {
      ...parts,
      id: newId(now.getTime()),
      created_at: now,
      due_at: now,
      recipient: mail.to,
      kind: mail.kind,
      locale,
      ...(mail.secret ? { link, link_hash: mail.secret.hash, link_until: mail.secret.until } : {}),
    })
    await deps.bus.publish(queryable(tx), [
      { kind: 'mail.queued' },
      toAdministrators({ kind: 'mail.changed' }),
    ])
  },
  /** The link with this hash was used or is void: it is nowhere shown or sent any more. */
  forget: (tx: Tx, hash: Buffer): Promise<void> => forgetLink(tx, hash),
})

const linkedTo = (origin: string, { shown, more }: NonNullable<NewMail['entries']>) => ({
  shown: shown.map(({ text, path }) => ({ text, link: origin + path })),
  more,
})

/**
 * What the installation has written itself of a mail. What cannot be the text of one (a link that is missing, a
 * placeholder that nobody fills) is left: a mail with the built-in words goes out rather than one without its link.
 */
async function ownTextsOf(tx: Tx, kind: MailKind, locale: Locale): Promise<OwnTexts> {
  const own: OwnTexts = {}
  for (const part of mailTextParts) {
    const text = await readTextIn(tx, mailTextPath({ kind, part }), locale)
    if (text !== null && mailTextProblem({ kind, part }, text) === null) own[part] = text
  }
  return own
}
