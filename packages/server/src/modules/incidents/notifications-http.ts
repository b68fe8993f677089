import {
  type AnswerOf,
  type BodyOf,
  type incidentNotificationGet,
  type incidentNotificationSet,
  type NotificationChannel,
  notificationLimits,
} from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields, isTimeZone } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { SecretBox } from '../../shared/secret-box.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { selfAuditRef } from '../identity/index.ts'
import type { ModuleContext } from '../module.ts'
import { keyOfSecret, type Webhooks } from '../posts/index.ts'
import { deliverySource } from './delivery-list-store.ts'
import { countTests, queueTest } from './delivery-store.ts'
import {
  type NotificationSettings,
  recipientOf,
  seesSites,
  settingsOf,
  storeSettings,
} from './notification-store.ts'

interface Deps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'secrets'> {
  webhooks: Webhooks
}
type Shown = AnswerOf<typeof incidentNotificationGet>
type Body = BodyOf<typeof incidentNotificationSet>

/** Endpoints of the caller's notifications of incidents, and of deliveries. */
export const notificationsHttp = (deps: Deps) => {
  const { db } = deps
  const deliveries = (viewer: Viewer) => ({ db, source: deliverySource(viewer), scope: viewer })
  return {
    incidentNotificationGet: (viewer) => shownSettings(deps, viewer),
    async incidentNotificationSet(viewer, body) {
      return (await changeSettings(deps, viewer, body)) ?? shownSettings(deps, viewer)
    },
    incidentNotificationTest: (viewer, { channel }) => test(deps, viewer, channel),
    incidentDeliveryList: (viewer, query) => runList(deliveries(viewer), query),
    incidentDeliveryCount: (viewer, query) => runCount(deliveries(viewer), query),
  } satisfies Handlers
}

async function shownSettings({ db }: Deps, { userId }: Viewer): Promise<Shown> {
  const settings = await settingsOf(db, userId)
  const recipient = await recipientOf(db, userId)
  return {
    console: settings.by_console,
    email: settings.by_email,
    webhook: settings.by_webhook,
    severity: settings.severity,
    sites: settings.site_ids,
    webhookurl: settings.webhook_url,
    quietfrom: settings.quiet_from,
    quietto: settings.quiet_to,
    timezone: settings.time_zone,
    criticalpasses: settings.critical_passes,
    hassecret: settings.webhook_secret !== null,
    emailconfirmed: recipient?.email != null,
  }
}

/** Owner of an encrypted secret. */
const secretOwner = (userId: string) => `incident webhook ${userId}`

async function changeSettings(deps: Deps, viewer: Viewer, body: Body): Promise<Refusal | null> {
  const { db, clock, secrets } = deps
  const { userId, accountId } = viewer
  const before = await settingsOf(db, userId)
  const { webhooksecret: secret } = body
  const change = givenFields({
    by_console: body.console,
    by_email: body.email,
    by_webhook: body.webhook,
    severity: body.severity,
    site_ids: body.sites,
    webhook_url: emptyIsNull(body.webhookurl),
    quiet_from: body.quietfrom,
    quiet_to: body.quietto,
    time_zone: body.timezone,
    critical_passes: body.criticalpasses,
  })
  const after: NotificationSettings = {
    ...before,
    ...change,
    ...(secret === undefined
      ? {}
      : { webhook_secret: await secrets.encrypt(Buffer.from(secret), secretOwner(userId)) }),
  }
  const refusal = (await refuseSettings(deps, viewer, { before, after })) ?? refuseSecret(secret)
  if (refusal) return refusal
  await inTransaction(db, async (tx) => {
    const row = { ...after, user_id: userId, account_id: accountId, updated_at: clock.now() }
    await storeSettings(tx, row)
    await recordChange(tx, viewer, {
      ...selfAuditRef(viewer),
      action: 'notifications',
      before: Object.fromEntries(
        Object.keys(change).map((name) => [name, before[name as keyof typeof before]]),
      ),
      after: { ...change, ...(secret === undefined ? {} : { webhook_secret: 'changed' }) },
    })
  })
  return null
}

async function refuseSettings(
  { db, webhooks }: Deps,
  viewer: Viewer,
  { before, after }: { before: NotificationSettings; after: NotificationSettings },
): Promise<Refusal | null> {
  const { webhook_url: url, site_ids: sites, quiet_from: from, quiet_to: to } = after
  if (!isTimeZone(after.time_zone)) return refuse('value.time_zone_unknown', { field: 'timezone' })
  if (from !== null && to === null) return refuse('value.required', { field: 'quietto' })
  if (from === null && to !== null) return refuse('value.required', { field: 'quietfrom' })
  if (after.by_webhook && url === null) return refuse('value.required', { field: 'webhookurl' })
  if (after.by_webhook && after.webhook_secret === null)
    return refuse('value.required', { field: 'webhooksecret' })
  const refusal = url !== null && url !== before.webhook_url ? webhooks.refusal(url) : null
  if (refusal) return { ...refusal, field: 'webhookurl' }
  const isSeen = sites === null || sites === before.site_ids || (await seesSites(db, viewer, sites))
  return isSeen ? null : refuse('site.not_found', { field: 'sites' })
}

/** Refuses a secret whose base64 has too few bytes. */
const refuseSecret = (secret: string | undefined): Refusal | null =>
  secret !== undefined && keyOfSecret(secret).length < notificationLimits.secret.least
    ? refuse('value.too_short', { limit: notificationLimits.secret.least, field: 'webhooksecret' })
    : null

/** Returns the key that signs the webhooks of a user, or null if the user has none. */
export async function webhookKeyOf(
  { db, secrets }: { db: Deps['db']; secrets: SecretBox },
  userId: string,
): Promise<Buffer | null> {
  const { webhook_secret: encrypted } = await settingsOf(db, userId)
  const secret = encrypted && (await secrets.decrypt(encrypted, secretOwner(userId)))
  return secret && keyOfSecret(secret.toString())
}

const testsMs = 10 * 60_000

async function test({ db, bus, clock }: Deps, { userId, accountId }: Viewer, channel: NotificationChannel) {
  const now = clock.now()
  const { tests: limit } = notificationLimits
  return inTransaction(db, async (tx) => {
    if ((await countTests(tx, userId, new Date(now.getTime() - testsMs))) >= limit)
      return refuse('limit.reached', { limit, field: 'channel' })
    const id = await queueTest(tx, { userId, accountId, channel, now })
    await bus.publish(tx, [{ kind: 'delivery.queued' }])
    return { id }
  })
}
