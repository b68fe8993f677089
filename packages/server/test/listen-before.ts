import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Client } from 'pg'

/** Server that accepts connections for a database, with the same user, and its address. */
export interface ListeningProxy {
  server: Server
  url: string
}

/** Returns how to connect to a database, and its address at another port of this machine, with the same user. */
export function targetOf(databaseUrl: string): { dial: () => Socket; urlAt: (port: number) => string } {
  const { host, port, user, password, database } = new Client({ connectionString: databaseUrl })
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}`
  return {
    dial: () => connect(place),
    urlAt: (own) => `postgres://${login}@127.0.0.1:${own}/${database}`,
  }
}

/**
 * Listens on a free port for connections to a database.
 * @param accept gets each connection, and a function that connects to the database
 */
export async function listenBefore(
  databaseUrl: string,
  accept: (near: Socket, dial: () => Socket) => void,
): Promise<ListeningProxy> {
  const { dial, urlAt } = targetOf(databaseUrl)
  const server = createServer((near) => accept(near, dial))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: urlAt((server.address() as AddressInfo).port) }
}
