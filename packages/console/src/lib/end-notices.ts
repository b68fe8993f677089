/** Removes the notices that this device shows, and ends its subscription, also if the server cannot be reached. */
export async function endNotices(): Promise<void> {
  // absent without https, and in old browsers
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const registration = await worker?.getRegistration()
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
  const push = registration?.pushManager as PushManager | undefined
  await (await push?.getSubscription())?.unsubscribe()
}
