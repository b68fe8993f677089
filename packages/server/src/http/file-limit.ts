import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
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
 * @param servers the listening servers of the process, which share the descriptors
 * @param reserved descriptors that others need, such as the connections to the database
 */
export function limitSockets(servers: readonly Server[], log: Log, reserved: number): number {
  const files = openFileLimit()
  if (files === Infinity) return Infinity
  const rarely = new LogThrottle(minuteMs)
  const most = Math.max(files - reserved - usualReserve, leastSockets)
  const counts = new Map(servers.map((server) => [server, 0]))
  const total = () => [...counts.values()].reduce((sum, count) => sum + count, 0)
  const count = (server: Server, change: number) => {
    counts.set(server, counts.get(server)! + change)
    // 0 would mean no limit
    for (const each of servers) each.maxConnections = Math.max(1, most - total() + counts.get(each)!)
  }
  for (const server of servers) {
    server.maxConnections = most
    server.on('connection', (socket: Socket) => {
      count(server, 1)
      socket.once('close', () => count(server, -1))
    })
    server.on('drop', () => {
      if (rarely.shouldLog('full'))
        log.error(
          { sockets: most, files },
          'web: new sockets are refused, as many are open as the limit of open files allows; raise it (ulimit -n)',
        )
    })
  }
  return most
}
