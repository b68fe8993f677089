import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Empty, Instant, Int, Nullable, Num, Text } from './shapes.ts'

const subject = 'Administration'

/** Database connections of one pool, in this process. */
const PoolState = Type.Object({ name: Text, most: Int, open: Int, busy: Int, waiting: Int })

export const adminHealth = endpoint({
  path: '/admin/health',
  subject,
  summary:
    'State of the server: stations, requests, queues, memory. Counts from the database are null while it is unavailable; ' +
    'sizes are measured once a minute',
  may: 'admin',
  use: noClass,
  body: Empty,
  answer: Type.Object({
    version: Text,
    now: Instant,
    /** Start of this process. */
    started: Instant,
    /** Open live connections of consoles, in this process. */
    consoles: Int,
    calls: Type.Object({
      /** Stations connected to this process. */
      stations: Int,
      /** Age in ms of the oldest unanswered call of a station. */
      oldestms: Int,
      /** Messages of stations that wait for the database. */
      waiting: Int,
      /** Time in ms since anything was stored although messages wait. */
      stuckms: Int,
      /** Since when the database has not accepted the messages of stations. */
      awaysince: Nullable(Instant),
    }),
    /**
     * The address that every handshake of a station came from, with X-Forwarded-For, while TRUST_PROXY names
     * no proxy: it probably is one and should be configured. Null otherwise; of this process, since its
     * start.
     */
    unknownproxy: Nullable(Text),
    /** Delay of timers: the worst of the last minute and the typical one. */
    loop: Type.Object({ typicalms: Num, worstms: Num }),
    memory: Type.Object({
      /** Of this process. */
      used: Int,
      heap: Int,
      heaplimit: Int,
      /** Of the machine, or within the limit of the container. */
      free: Int,
      total: Int,
    }),
    /** Of the file system with the data folder, in bytes. */
    disk: Nullable(Type.Object({ free: Int, total: Int })),
    pools: Type.Array(PoolState),
    counts: Nullable(
      Type.Object({
        stations: Int,
        /** Of all processes. */
        online: Int,
        commands: Type.Object({ queued: Int, sent: Int, oldest: Nullable(Instant) }),
        /** `due` should run now, `failed` will not be retried. */
        jobs: Type.Object({ due: Int, running: Int, failed: Int, oldest: Nullable(Instant) }),
      }),
    ),
    sizes: Nullable(
      Type.Object({
        measured: Instant,
        /** Of the whole database, in bytes. */
        database: Int,
        connections: Int,
        mostconnections: Int,
        /** The largest tables, with indexes and all partitions. */
        tables: Type.Array(Type.Object({ name: Text, bytes: Int })),
      }),
    ),
  }),
})

export const adminActivity = endpoint({
  path: '/admin/activity',
  subject,
  summary: 'API requests and events of the event log in each of the last 24 hours',
  may: 'admin',
  use: noClass,
  body: Empty,
  answer: Type.Object({
    /** The oldest hour first; the last one is still incomplete. */
    hours: Type.Array(
      Type.Object({
        from: Instant,
        calls: Int,
        /** Calls answered with a status from 400 on. */
        failedcalls: Int,
        messages: Int,
        warnings: Int,
        errors: Int,
      }),
    ),
  }),
})
