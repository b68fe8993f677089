import { maxNoticeMails } from '@stationmaster/contract'
import { oneLine } from '../../shared/one-line.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { pageOfKind } from './push-text.ts'
import { type DueNotice, type MailReader, takeDueNotices, usersWithDueMail } from './store.ts'

export interface NoticeMailDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  mail: MailQueue
}

const hourMs = 3_600_000
/** Users per run; the job runs again within a minute. */
const maxUsers = 200
/** Notices shown in one mail; the others are counted. */
const maxPerMail = 20
const maxTextLength = 500

/**
 * Writes one mail with all due notices to each user who has some. Users get at most five such mails an hour;
 * further notices wait for the next one. Returns the number of mails.
 */
export async function mailNotices(deps: NoticeMailDeps): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - hourMs)
  const users = await usersWithDueMail(deps.db, { since, most: maxNoticeMails, limit: maxUsers })
  let written = 0
  for (const user of users) if (await mailTo(deps, user)) written += 1
  return written
}

const mailTo = (
  { db, mail }: NoticeMailDeps,
  { id, email, locale, isDriver }: MailReader,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const notices = await takeDueNotices(tx, id)
    if (notices.length === 0) return false
    await mail.write(tx, {
      to: email,
      locale,
      kind: 'notice',
      path: notices.length === 1 ? pathOf(notices[0]!, isDriver) : allNotices(isDriver),
      entries: {
        shown: notices
          .slice(0, maxPerMail)
          .map((notice) => ({ text: oneLine(notice.text, maxTextLength), path: pathOf(notice, isDriver) })),
        more: Math.max(0, notices.length - maxPerMail),
      },
    })
    return true
  })

const allNotices = (isDriver: boolean): string => (isDriver ? '/driver/notice' : '/crm/notice')

/** Returns the path of the object that a notice is about, or else of the list of notices. */
function pathOf(
  { class_code: code, object_id: id, object_label: label, kind }: DueNotice,
  isDriver: boolean,
): string {
  // drivers have no pages of operators
  if (isDriver) return kind === null ? allNotices(isDriver) : pageOfKind(kind, label)
  if (code === 'charge_point' && id) return `/crm/station/${id}`
  if (code === 'client' && id) return `/crm/client/${id}/accounts`
  const lists: Readonly<Record<string, string>> = { card: '/crm/cards', transaction: '/crm/transactions' }
  const list = code === null ? undefined : lists[code]
  return list && label ? `${list}?q=${encodeURIComponent(label)}` : allNotices(isDriver)
}
