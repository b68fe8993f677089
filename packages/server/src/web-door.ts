import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { endpoints } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config.ts'
import { bindEndpoints } from './http/bind.ts'
import { loadConsole } from './http/console-files.ts'
import { openPlacesOf } from './http/security-headers.ts'
import { createWebServer, type WebServer } from './http/server.ts'
import { type ServicePorts, serviceRoutes } from './http/service-routes.ts'
import { Viewers } from './http/viewer.ts'
import { Live } from './live/live.ts'
import { findCaller, type IdentityDeps, livingSessions, redeemTicket } from './modules/identity/index.ts'
import { visibleStationIds } from './modules/stations/index.ts'
import { pageConfig } from './page-config.ts'
import type { Clock } from './shared/clock.ts'
import type { Handlers } from './shared/handlers.ts'
import type { Log } from './shared/log.ts'
import { askDatabase } from './storage/prepare-database.ts'
import type { Database } from './storage/tables.gen.ts'
import { isTransient } from './storage/transient.ts'
import { version } from './version.ts'

interface Base {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  log: Log
  config: Config
  identity: IdentityDeps
}

interface DoorNeeds extends Base {
  handlers: Handlers
  file: ServicePorts['file']
  avatar: ServicePorts['avatar']
  stalled: () => string[]
  misguided: (request: IncomingMessage) => string | null
  notReady: () => string[]
  metrics: { text: () => Promise<string>; answered: (route: string, status: number, ms: number) => void }
}

// the same way from the sources and from the bundle
const consoleFolder = fileURLToPath(new URL('../../console/dist/', import.meta.url))

/** What consoles are told without asking; a part of `app.ts`. */
export const openLive = ({ db, bus, clock, log, config, identity }: Base): Live =>
  new Live({
    bus,
    log,
    redeem: (ticket) => redeemTicket(identity, ticket),
    visible: (viewer, stations) => visibleStationIds(db, viewer, stations),
    living: (sessions) => livingSessions(db, sessions, clock.now()),
    origins: config.corsOrigins,
  })

/** The door of people and programs: console, interface and what describes them; a part of `app.ts`. */
export async function openWebDoor(needs: DoorNeeds): Promise<WebServer> {
  const { bus, clock, log, config, identity, handlers, metrics } = needs
  const viewers = new Viewers((token) => findCaller(identity, token), clock)
  bus.on('session.ended', ({ session }) => viewers.forget(session))
  bus.onGap(() => viewers.forget())
  const callerOf = (token: string) => viewers.callerOf(token)
  const page = (origin: string) => pageConfig(config, config.publicUrl ?? origin)
  return createWebServer({
    routes: [
      ...bindEndpoints(endpoints, forgetting(handlers, viewers), {
        callerOf,
        isStorageAway: isTransient,
        log,
      }),
      ...serviceRoutes({
        version,
        page,
        clock,
        callerOf,
        file: needs.file,
        avatar: needs.avatar,
        stalled: needs.stalled,
        notReady: () => notReady(needs),
        metrics: metrics.text,
      }),
    ],
    otherwise: await loadConsole(consoleFolder, openPlacesOf(page('http://localhost'))),
    trustProxy: config.trustProxy,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    corsOrigins: config.corsOrigins,
    answered: metrics.answered,
    misguided: needs.misguided,
    log,
  })
}

/** Who signs out here is forgotten here at once; the bus tells the others a moment later. */
const forgetting = (handlers: Handlers, viewers: Viewers): Handlers => ({
  ...handlers,
  signOut: async (viewer, body, request) => {
    const answer = await handlers.signOut!(viewer, body, request)
    viewers.forget(viewer.session)
    return answer
  },
})

async function notReady({ db, notReady }: DoorNeeds): Promise<string[]> {
  try {
    await askDatabase(db)
    return notReady()
  } catch {
    return ['the database does not answer']
  }
}
