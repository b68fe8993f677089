import type { AnswerOf, BodyOf, noticePushAdd, noticePushGet } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { arePushKeys } from './push-encryption.ts'
import { addDevice, deleteDevice, readPushSettings, writePushSettings } from './push-store.ts'
import type { PushDeps } from './send-pushes.ts'

type Settings = AnswerOf<typeof noticePushGet>

/** Endpoints of the devices to which the caller's notices are sent. */
export const pushHttp = (deps: PushDeps) =>
  ({
    noticePushGet: (viewer, { endpoint }) => settingsOf(deps, viewer, endpoint),
    noticePushAdd: (viewer, body) => add(deps, viewer, body),
    noticePushDelete: async (viewer, { endpoint }) => {
      await deleteDevice(deps.db, viewer.userId, endpoint)
      return settingsOf(deps, viewer, endpoint)
    },
    noticePushSet: async (viewer, { endpoint, off }) => {
      await writePushSettings(deps.db, viewer.userId, off)
      return settingsOf(deps, viewer, endpoint)
    },
  }) satisfies Handlers

async function settingsOf({ db, vapid }: PushDeps, { userId }: Viewer, endpoint?: string): Promise<Settings> {
  const { publicKey: key } = await vapid()
  const found = await readPushSettings(db, { userId, serverKey: key, ...(endpoint && { endpoint }) })
  return { key, ...found }
}

async function add(
  deps: PushDeps,
  viewer: Viewer,
  { endpoint, p256dh, auth }: BodyOf<typeof noticePushAdd>,
): Promise<Settings | Refusal> {
  const { db, clock, vapid, delivery } = deps
  if (delivery.allowed.refusal(endpoint) !== null)
    return refuse('notice.push_service_unknown', { field: 'endpoint' })
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
  if (!arePushKeys(keys)) return refuse('notice.push_keys_invalid', { field: 'p256dh' })
  const { publicKey: serverKey } = await vapid()
  const { userId, session } = viewer
  // the browser may have belonged to a user of another account
  await outsideTenant(() =>
    inTransaction(db, (tx) =>
      addDevice(tx, { endpoint, ...keys, serverKey, userId, session, now: clock.now() }),
    ),
  )
  return settingsOf(deps, viewer, endpoint)
}
