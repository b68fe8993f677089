/*
 * Shows notices that the server sends to this device, in the language of its user, and opens the page of the driver area
 * that a notice is about.
 *
 * Shows the driver's saved data if a page of the driver area cannot be loaded. It never answers for code or for the
 * API: neither is stored, so no version of the console outlives an update, and no data of a person is cached. The page
 * that it stores shows what the console has written to the storage of this browser, until the driver signs out.
 */
const cacheName = 'stationmaster-offline'
const files = ['/offline.html', '/offline.js', '/offline.css', '/icon.svg']

/** Stores the files of this server version. */
async function store() {
  const cache = await caches.open(cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })))
}

self.addEventListener('install', (event) => event.waitUntil(store().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** True once this worker has renewed the files; it does so again each time the browser starts it. */
let isRenewed = false

async function openPage(event) {
  try {
    const response = await fetch(event.request)
    if (!isRenewed) {
      isRenewed = true
      event.waitUntil(store().catch(() => undefined))
    }
    return response
  } catch (error) {
    const page = await caches.match('/offline.html')
    if (page) return page
    throw error
  }
}

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (origin !== self.location.origin) return
  if (event.request.mode === 'navigate' && /^\/(driver(\/|$)|$)/.test(pathname))
    event.respondWith(openPage(event))
  // without a network only: online they come from the server
  else if (files.includes(pathname) && event.request.method === 'GET')
    event.respondWith(fetch(event.request).catch(() => caches.match(pathname)))
})

/** Returns the message of the server; a browser shows an own text unless a notification follows each message. */
function readMessage(data) {
  try {
    return data.json()
  } catch {
    return { title: 'Stationmaster', path: '/driver/notice' }
  }
}

self.addEventListener('push', (event) => {
  const { title, body, tag, lang, path } = readMessage(event.data)
  const shown = { body, tag, lang, icon: '/icon.svg', data: { path }, renotify: tag !== undefined }
  event.waitUntil(self.registration.showNotification(title, shown))
})

/** Shows a page in an open window of the driver area, or in a new one. */
async function showPage(path) {
  const { href, origin } = new URL(path, self.location.origin)
  if (origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find((one) => new URL(one.url).pathname.startsWith('/driver'))
  if (!open) return void (await self.clients.openWindow(href))
  const page = await open.navigate(href)
  await page?.focus()
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(event.notification.data?.path ?? '/driver/notice'))
})
