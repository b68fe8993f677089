import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'

/** Descriptors for files, listening sockets and libraries, besides the database connections. */
const usualReserve = 64
const leastSockets = 16
const minuteMs = 60_000

/**
 * Returns the number of files this process may have open; infinite if the system does not report it (only
 * Linux does).
 */
export function openFileLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? Infinity : Number(limit)
  } catch {
    return Infinity
  }
}

/**
 * Rejects new sockets before the process runs out of file descriptors: without any left, the database and
 * files could not be opened either, and connected stations would be affected by new ones. Returns the maximum
 * number of sockets.
 * @param reserved descriptors that others need, such as the connections to the database
 */
export function limitSockets(server: Server, log: Log, reserved: number): number {
  const files = openFileLimit()
  if (files === Infinity) return Infinity
  const rarely = new LogThrottle(minuteMs)
  const most = Math.max(files - reserved - usualReserve, leastSockets)
  server.maxConnections = most
  server.on('drop', () => {
    if (rarely.shouldLog('full'))
      log.error(
        { sockets: most, files },
        'web: new sockets are refused, as many are open as the limit of open files allows; raise it (ulimit -n)',
      )
  })
  return most
}
