import { once } from 'node:events'
import { createServer } from 'node:net'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { clusterUrl } from '../../test/database.ts'
import { reachDatabase } from './reach-database.ts'

const reach = (databaseUrl: string) =>
  reachDatabase({ databaseUrl, dataDir: '/nowhere', print: () => {}, patienceMs: 300 })

async function changed(change: (url: URL) => void): Promise<string> {
  const url = new URL(await clusterUrl())
  change(url)
  return url.href
}

// Proves F3
test('uses an external database without changing it', async () => {
  const url = await clusterUrl()
  const reached = await reach(url)
  expect(reached.url).toBe(url)
  await reached.close()
  await (await reach(url)).close()
})

// Proves F3
test('no server listens', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  await expect(reach(`postgres://u:p@127.0.0.1:${port}/d`)).rejects.toThrow(
    `no PostgreSQL answers at 127.0.0.1:${port} (ECONNREFUSED): start it, or correct DATABASE_URL, or leave that out for the embedded one`,
  )
})

// Proves F3
test('the password is wrong', async () => {
  const admin = new Client({ connectionString: await clusterUrl() })
  await admin.connect()
  await admin.query(`create role reached login password 'right'`)
  await admin.end()
  const url = await changed((address) => Object.assign(address, { username: 'reached', password: 'wrong' }))
  await expect(reach(url)).rejects.toThrow('the password for the user reached is wrong: correct DATABASE_URL')
})

test('the database does not exist', async () => {
  const url = await changed((address) => (address.pathname = 'nothing_here'))
  await expect(reach(url)).rejects.toThrow('there is no database nothing_here')
})

// Proves INV-12
test('does not repeat an invalid address', async () => {
  const failed = reach('postgres://user:se%ZZcret@host:port/d').then(
    () => '',
    (error: Error) => error.message,
  )
  expect(await failed).toBe('DATABASE_URL is no address such as postgres://user:password@host:5432/database')
})
