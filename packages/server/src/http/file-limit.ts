import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'

/** For files, the listening itself and what libraries open, beside the lines to the database. */
const usualReserve = 64
const leastSockets = 16
const minuteMs = 60_000

/** How many files this process may have open at once; endless where the system does not say (only Linux does). */
export function openFileLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? Infinity : Number(limit)
  } catch {
    return Infinity
  }
}

/**
 * Refuses new sockets before the process runs out of file descriptors: without any left the database and the files
 * could not be reached either, and those who are connected would pay for those who come.
 *
 * Returns how many sockets there may be.
 *
 * @param kept descriptors that others need, such as the connections to the database
 */
export function limitSockets(server: Server, log: Log, kept: number, files = openFileLimit()): number {
  if (files === Infinity) return Infinity
  const rarely = new LogThrottle(minuteMs)
  const most = Math.max(files - kept - usualReserve, leastSockets)
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
