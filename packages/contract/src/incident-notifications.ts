import { Type } from 'typebox'
import { noClassIn, sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { incidentSeverities } from './incidents.ts'
import {
  Bool,
  closed,
  Count,
  Empty,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Incident notifications'

export const notificationChannels = ['console', 'email', 'webhook'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** `dropped`: the incident ended during quiet hours, or the user no longer sees it. */
export const deliveryStates = ['waiting', 'held', 'sending', 'delivered', 'failed', 'dropped'] as const
export const deliveryKinds = ['opened', 'reopened', 'raised', 'escalated', 'test'] as const

/** Codes of reasons; a failed attempt has the text of the mail server or of the connection instead. */
export const deliveryReasons = [
  'quiet_hours',
  'ended',
  'no_access',
  'no_address',
  'address_not_allowed',
  'too_many',
] as const

export const notificationLimits = {
  /** Selected sites of a user. */
  sites: 500,
  /** Emails with incidents to one address in an hour; further incidents wait for the next one. */
  mailsPerHour: 12,
  /** Test messages of a user in ten minutes. */
  tests: 5,
  /** Incidents that a message lists; further ones are counted. */
  shown: 20,
  secret: { least: 16, most: 200 },
  url: 2000,
}

const Severity = Words(incidentSeverities)
const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' })

const settings = {
  console: Bool,
  email: Bool,
  webhook: Bool,
  /** Incidents of this severity and more severe ones. */
  severity: Severity,
  /** Null: all stations, also those without a site. */
  sites: Nullable(Type.Array(Id, { maxItems: notificationLimits.sites })),
  webhookurl: Nullable(Type.String({ maxLength: notificationLimits.url })),
  /** Emails and webhooks wait from this local time ... */
  quietfrom: Nullable(ClockTime),
  /** ... to this one. */
  quietto: Nullable(ClockTime),
  /** IANA name. */
  timezone: Text,
  /** Critical incidents are sent during quiet hours. */
  criticalpasses: Bool,
}

const Settings = Type.Object({
  ...settings,
  /** A secret is stored; it is never returned. */
  hassecret: Bool,
  /** The email address is confirmed: without it no emails are sent. */
  emailconfirmed: Bool,
})

const own = noClassIn(['crm'])

export const incidentNotificationGet = endpoint({
  path: '/incident/notification/get',
  subject,
  summary: 'How the caller is notified of incidents',
  may: 'operator',
  use: own,
  names: 'nothing',
  body: Empty,
  answer: Settings,
})

export const incidentNotificationSet = endpoint({
  path: '/incident/notification/set',
  subject,
  summary: 'Change how the caller is notified of incidents; fields left out keep their value',
  may: 'operator',
  use: own,
  names: 'nothing',
  body: Type.Object(
    {
      ...(Object.fromEntries(
        Object.entries(settings).map(([name, schema]) => [name, Optional(schema)]),
      ) as unknown as {
        [Name in keyof typeof settings]: ReturnType<typeof Optional<(typeof settings)[Name]>>
      }),
      /** Key of the signature; `whsec_` followed by base64, or any text. */
      webhooksecret: Optional(
        Type.String({
          minLength: notificationLimits.secret.least,
          maxLength: notificationLimits.secret.most,
        }),
      ),
    },
    closed,
  ),
  answer: Settings,
})

export const incidentNotificationTest = endpoint({
  path: '/incident/notification/test',
  subject,
  summary: 'Send a test message to the caller',
  may: 'operator',
  use: own,
  names: 'nothing',
  body: Type.Object({ channel: Words(notificationChannels) }, closed),
  answer: Type.Object({ id: Id }),
})

const Delivery = Type.Object({
  id: Id,
  created: Instant,
  incidentid: Nullable(Id),
  incidentnumber: Nullable(Int),
  kind: Words(deliveryKinds),
  channel: Words(notificationChannels),
  /** Recipients of notifications. */
  user: Id,
  username: Nullable(Text),
  /** Email address, or origin of the webhook; only of the caller, and for administrators. */
  recipient: Nullable(Text),
  state: Words(deliveryStates),
  /** One of the codes, or the answer of the receiver; that only of the caller, and for administrators. */
  reason: Nullable(Text),
  /** Until when it waits. */
  due: Nullable(Instant),
  ended: Nullable(Instant),
  /** Oldest first. */
  attempts: Type.Array(Type.Object({ at: Instant, delivered: Bool, reason: Nullable(Text) })),
})

export const incidentDeliveryList = endpoint({
  path: '/incident/delivery/list',
  subject,
  summary: 'Notifications of incidents with their attempts, the newest first',
  may: 'operator',
  use: sees('incident'),
  body: ListQuery,
  answer: Type.Array(Delivery),
})

export const incidentDeliveryCount = endpoint({
  path: '/incident/delivery/count',
  subject,
  summary: 'How many notifications of incidents match',
  may: 'operator',
  use: sees('incident'),
  body: ListQuery,
  answer: Count,
})
