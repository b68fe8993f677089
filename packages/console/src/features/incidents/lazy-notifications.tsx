import { lazy } from 'react'
import { loadTexts } from '../../lib/texts.ts'

/** Loads a component together with its texts. */
const withTexts = async <T,>(load: () => Promise<T>): Promise<T> =>
  (await Promise.all([load(), loadTexts('incident-notifications')]))[0]

export const LazyNotificationSettings = lazy(async () => ({
  default: (await withTexts(() => import('./notification-settings.tsx'))).NotificationSettings,
}))
export const LazyDeliveryLog = lazy(async () => ({
  default: (await withTexts(() => import('./delivery-log.tsx'))).DeliveryLog,
}))
