import {
  type IncidentRow,
  locales,
  type NotificationChannel,
  notificationLimits,
} from '@stationmaster/contract'
import type { Bus } from '../../bus/bus.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { MailQueue } from '../mail/index.ts'
import { notifyUser } from '../notices/index.ts'
import type { Webhooks } from '../posts/index.ts'
import type { DeliveryChange, DueDelivery } from './delivery-store.ts'
import { incidentText, type Locale, moreText, testText } from './incident-texts.ts'
import type { NotificationSettings, Recipient } from './notification-store.ts'

/** Outboxes through which notifications are sent. */
export interface Channels {
  mail: MailQueue
  webhooks: Webhooks
}

/** A delivery with its incident; a test message has none. */
export type Message = DueDelivery & { incident: IncidentRow | null }

interface Sending {
  channel: NotificationChannel
  messages: readonly Message[]
  recipient: Recipient
  settings: NotificationSettings
  now: Date
}

interface SendDeps {
  bus: Bus
  origin: () => string
  channels: Channels
}

/** Time after which a message is tried again that its outbox does not accept. */
const fullMs = 5 * 60_000
const shown = notificationLimits.shown

/** Writes the messages of one channel into its outbox, as one message; returns the new state of the deliveries. */
export function sendBy(deps: SendDeps, tx: Tx, sending: Sending): Promise<DeliveryChange> {
  const by = { console: sendNotices, email: sendMail, webhook: sendPost }
  return by[sending.channel](deps, tx, sending)
}

const listPath = '/crm/incidents'
const pathOf = ({ incident }: Message) => (incident ? `${listPath}/${incident.id}` : '/crm/profile')

function textsOf({ messages, recipient, settings }: Sending) {
  const locale: Locale = locales.find((one) => one === recipient.locale) ?? 'en'
  const textOf = ({ incident, kind }: Message) =>
    incident ? incidentText(incident, { kind, locale, timeZone: settings.time_zone }) : testText(locale)
  const more = Math.max(0, messages.length - shown)
  return {
    locale,
    more,
    lines: messages.slice(0, shown).map((message) => ({ message, text: textOf(message) })),
  }
}

const noticeSeverities = { critical: 'error', major: 'warning', minor: 'info' } as const

async function sendNotices({ bus }: SendDeps, tx: Tx, sending: Sending): Promise<DeliveryChange> {
  const { recipient, now } = sending
  const { lines, more, locale } = textsOf(sending)
  const notices = lines.map(({ message: { incident }, text }) => ({
    text,
    severity: incident ? noticeSeverities[incident.severity] : ('info' as const),
    now,
    ...(incident ? { classCode: 'incident', objectId: incident.id, label: String(incident.number) } : {}),
  }))
  if (more > 0) notices.push({ text: moreText(locale, more), severity: 'warning', now })
  await notifyUser({ tx, bus }, recipient, notices)
  return { state: 'delivered' }
}

async function sendMail({ channels }: SendDeps, tx: Tx, sending: Sending): Promise<DeliveryChange> {
  const { recipient, messages, now } = sending
  if (recipient.email === null) return { state: 'failed', reason: 'no_address' }
  const { lines, more } = textsOf(sending)
  const id = await channels.mail.write(tx, {
    to: recipient.email,
    locale: recipient.locale,
    kind: 'incident',
    path: messages.length === 1 ? pathOf(messages[0]!) : listPath,
    entries: { shown: lines.map(({ message, text }) => ({ text, path: pathOf(message) })), more },
  })
  if (id === null) return { state: 'waiting', reason: 'too_many', dueAt: new Date(now.getTime() + fullMs) }
  return { state: 'sending', messageId: id, recipient: recipient.email }
}

async function sendPost({ channels, origin }: SendDeps, tx: Tx, sending: Sending): Promise<DeliveryChange> {
  const { recipient, settings, messages, now } = sending
  const { webhook_url: url, webhook_secret: secret } = settings
  if (url === null || secret === null) return { state: 'failed', reason: 'no_address' }
  const { lines, more } = textsOf(sending)
  const [first] = messages
  const queued = await channels.webhooks.queue(tx, {
    url,
    body: JSON.stringify({
      type: first!.incident ? 'incidents' : 'test',
      created: now.toISOString(),
      incidents: lines.flatMap(({ message, text }) =>
        message.incident ? [asPayload(message.incident, { text, message, origin: origin() })] : [],
      ),
      more,
    }),
    accountId: recipient.accountId,
    signerId: recipient.id,
    classCode: 'incident',
    ...(messages.length === 1 && first!.incident
      ? { objectId: first!.incident.id, label: String(first!.incident.number) }
      : {}),
    now,
  })
  if (!isRefusal(queued)) return { state: 'sending', messageId: queued.id, recipient: new URL(url).origin }
  return queued.code === 'post.queue_full'
    ? { state: 'waiting', reason: 'too_many', dueAt: new Date(now.getTime() + fullMs) }
    : { state: 'failed', reason: 'address_not_allowed' }
}

/** An incident in the body of a webhook; docs/webhooks.md describes it. */
const asPayload = (
  incident: IncidentRow,
  { text, message, origin }: { text: string; message: Message; origin: string },
) => ({
  kind: message.kind,
  id: incident.id,
  number: incident.number,
  rule: incident.rule,
  severity: incident.severity,
  status: incident.status,
  text,
  opened: incident.opened,
  stationid: incident.stationid,
  identity: incident.identity,
  connectorid: incident.connectorid,
  siteid: incident.siteid,
  sitelabel: incident.sitelabel,
  cardid: incident.cardid,
  details: incident.details,
  url: `${origin}${listPath}/${incident.id}`,
})
