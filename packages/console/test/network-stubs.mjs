/**
 * Responses for the console without a server: a signed-in operator of an empty installation. For screenshots
 * and for tests of the layout only; screens are tested against the real server.
 */
const user = {
  id: '01920000-0000-7000-8000-000000000001',
  userid: '01920000-0000-7000-8000-000000000002',
  account: { code: 'ACME', name: 'Acme Charging', balance: '12480.50', currency_code: 'EUR' },
  participant: true,
  admin: true,
  guest: false,
  interface: { code: 'all', name: 'All' },
  name: { first: 'Mara', last: 'Keller' },
  profile: { name: 'Mara Keller', username: 'mkeller', picture: null },
  email: 'mara@example.org',
  locale: { code: 'en' },
  area: null,
  session: 's-1',
}

const answers = {
  '/page-config.json': {},
  '/api/v1/setup/state': { needed: false },
  '/api/v1/whoami': user,
  '/api/v1/account/own': {
    id: '01920000-0000-7000-8000-000000000003',
    ...user.account,
    bootpolicy: 'accept',
    maxtransactions: 1,
    askonboot: false,
    heartbeat: 300,
    link: 'wss://stations.example/ocpp/ACME/',
    created: '2026-01-01T00:00:00.000Z',
    quotas: {
      stations: { used: 12, limit: 1000 },
      cards: { used: 95_000, limit: 100_000 },
      users: { used: 3, limit: 3 },
      logmibperday: { used: 512, limit: 10_240 },
    },
  },
  '/api/v1/user/profile/get': {
    id: user.id,
    username: user.profile.username,
    email: user.email,
    emailconfirmed: true,
    emailpending: 'mara.keller@example.org',
    firstname: user.name.first,
    lastname: user.name.last,
    locale: 'en',
    picture: null,
  },
  '/api/v1/user/totp/get': {
    enabled: true,
    since: '2026-01-01T00:00:00.000Z',
    recoverycodes: 2,
    recommended: true,
    required: false,
  },
  '/api/v1/session/list': [
    {
      id: '01920000-0000-7000-8000-000000000004',
      created: '2026-01-01T00:00:00.000Z',
      lastactivity: '2026-01-01T00:00:00.000Z',
      expires: '2100-01-01T00:00:00.000Z',
      host: '192.0.2.7',
      agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      current: false,
    },
  ],
  '/api/v1/live/ticket': { ticket: 't', expires: '2030-01-01T00:00:00.000Z' },
  '/api/v1/search': [],
  '/api/v1/sign/out': { result: true },
}

/** A token as the console stores it, for pages that start signed in. */
export const storedLogin = JSON.stringify({
  access: 'a.b.c',
  refresh: null,
  session: 's-1',
  expiresAt: Date.UTC(2100, 0, 1),
})

const isStubbed = /\/(api\/v1|oauth2)\/|\/page-config\.json$/

/**
 * Returns the response for a path, or undefined where the stubs have none. `overrides` maps a path to its
 * body, or to `{status, body}` for a failure. Lists without an override are empty, counts are zero.
 */
export function answerTo(pathname, overrides = {}) {
  if (!isStubbed.test(pathname)) return undefined
  const found = { ...answers, ...overrides }[pathname]
  if (found && typeof found === 'object' && 'status' in found) return found
  return { status: 200, body: found ?? (pathname.endsWith('/count') ? { count: 0 } : []) }
}

/** Stubs the live connection, which sends its greeting and then nothing. */
export const stubLive = (page) =>
  page.routeWebSocket(/\/api\/v1\/live/, (socket) => {
    socket.send(JSON.stringify({ type: 'hello', session: 's-1', complete: true }))
  })

/** Intercepts the requests of the page with the stubbed responses. */
export async function stubNetwork(page, overrides = {}) {
  await page.route(isStubbed, async (route) => {
    const { status, body } = answerTo(new URL(route.request().url()).pathname, overrides)
    await route.fulfill({ status, json: body })
  })
  await stubLive(page)
}
