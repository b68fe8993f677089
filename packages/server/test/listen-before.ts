import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Client } from 'pg'

/** Server that accepts connections for a database, with the same user, and its address. */
export interface ListeningProxy {
  server: Server
  url: string
}

/**
 * Listens on a free port for connections to a database.
 * @param accept gets each connection, and a function that connects to the database
 */
export async function listenBefore(
  databaseUrl: string,
  accept: (near: Socket, dial: () => Socket) => void,
): Promise<ListeningProxy> {
  const { host, port, user, password, database } = new Client({ connectionString: databaseUrl })
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const server = createServer((near) => accept(near, () => connect(place)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}`
  const { port: own } = server.address() as AddressInfo
  return { server, url: `postgres://${login}@127.0.0.1:${own}/${database}` }
}
