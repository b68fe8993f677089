import { spawnSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SecretBox } from '../src/shared/secret-box.ts'
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../src/storage/embedded/start-embedded-database.ts'
import { migrate } from '../src/storage/migrate.ts'
import { createDatabase, createPool } from '../src/storage/pool.ts'
import { settingsForTests } from './cluster.ts'
import { eventually, TestGateway } from './test-gateway.ts'

/** A file system of 200 MB, in memory, for a database of 60 MB and its log of 32 MB. */
const size = '200m'
// without root no file system of a limited size can be mounted
const canMount = process.platform === 'linux' && process.getuid?.() === 0

let folder: string
let embedded: EmbeddedDatabase
let gateway: TestGateway
const lines: string[] = []

beforeAll(async () => {
  if (!canMount) return
  folder = await mkdtemp(join(tmpdir(), 'full-disk-'))
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).status).toBe(0)
  embedded = await startEmbeddedDatabase({
    folder: join(folder, 'postgres'),
    print: (line) => lines.push(line),
    // data reaches the disk when it is written, not with a later checkpoint
    settings: { ...settingsForTests, shared_buffers: '4MB', max_wal_size: '32MB' },
  })
  const { url } = embedded
  const pool = createPool({ url, max: 5, name: 'test' })
  const secrets = new SecretBox(undefined, join(folder, 'data'))
  const db = createDatabase(pool, (text) => secrets.sign(text))
  await migrate(db)
  const database = {
    url,
    pool,
    db,
    sign: (text: string) => secrets.sign(text),
    dataDir: join(folder, 'data'),
    close: () => db.destroy(),
  }
  gateway = await TestGateway.open({ database })
  await gateway.addCard('TAG', { max_transactions: 0 })
})
afterAll(async () => {
  if (!canMount) return
  await gateway.close()
  await embedded.stop()
  // a file that a failed test has left open would keep the file system in use
  expect(spawnSync('umount', ['--lazy', folder]).status).toBe(0)
  await rm(folder, { recursive: true })
})

/** Fills the disk with zeros, to the last block. */
async function fill(): Promise<{ empty: () => Promise<void> }> {
  const file = await open(join(folder, 'filler'), 'w')
  for (let chunk = 1 << 20; chunk >= 512; ) {
    const { bytesWritten } = await file.write(Buffer.alloc(chunk)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error
      return { bytesWritten: 0 }
    })
    if (bytesWritten < chunk) chunk /= 2
  }
  return {
    empty: async () => {
      await file.truncate(0)
      await file.close()
    },
  }
}

/** Values that fill a page or two. */
const samples = Array.from({ length: 40 }, (_, n) => ({
  value: String(n),
  measurand: n % 2 === 0 ? 'Voltage' : 'Current.Import',
  phase: `L${(n % 3) + 1}`,
  context: n < 20 ? 'Trigger' : 'Sample.Periodic',
}))
const startOf = (meterStart: number) => ({
  connectorId: 1,
  idTag: 'TAG',
  meterStart,
  timestamp: new Date().toISOString(),
})
const isAway = async () => gateway.side.ingest.unavailableSince !== null
const isBack = async () => gateway.side.ingest.unavailableSince === null

// Proves G8
test.runIf(canMount)(
  'messages that do not fit wait until there is room; Heartbeats are answered',
  async () => {
    const { station, socket } = await gateway.booted()
    const { station: starting, socket: startingSocket } = await gateway.booted()
    const { socket: other } = await gateway.booted()
    const disk = await fill()
    // those that still fit are stored and answered
    let sent = 0
    let last: Promise<unknown>
    do {
      const timestamp = new Date(Date.now() - 3_600_000 + sent++ * 1_000).toISOString()
      last = socket.call('MeterValues', {
        connectorId: 1,
        meterValue: [{ timestamp, sampledValue: samples }],
      })
      await Promise.race([last, eventually(isAway)])
    } while (!(await isAway()))
    const start = startingSocket.call('StartTransaction', startOf(1))
    expect(await other.call('Heartbeat', {})).toHaveProperty('currentTime')
    expect(await gateway.transactions(starting.id)).toEqual([])
    await disk.empty()
    await eventually(isBack)
    const { transactionId } = (await start) as { transactionId: number }
    await last
    expect(await gateway.transactions(starting.id)).toMatchObject([{ number: transactionId }])
    const { rows } = await gateway.fresh.pool.query<{ n: number }>(
      'select count(distinct sampled_at)::int as n from meter_values where station_id = $1',
      [station.id],
    )
    expect(rows).toEqual([{ n: sent }])
  },
)

// Proves G8
test.runIf(canMount)(
  'a database that ends because its log does not fit starts again once there is room',
  async () => {
    const { station, socket } = await gateway.booted()
    const { socket: other } = await gateway.booted()
    const disk = await fill()
    const admin = createPool({ url: embedded.adminUrl, max: 1, name: 'admin' })
    admin.on('error', () => {})
    const pid = embedded.processId()
    // each call needs a new file of the log
    const nextFile = () =>
      admin.query(`select pg_logical_emit_message(true, 'test', 'test'), pg_switch_wal()`)
    await eventually(() =>
      nextFile().then(
        () => false,
        () => true,
      ),
    )
    const start = socket.call('StartTransaction', startOf(2))
    await eventually(isAway)
    expect(await other.call('Heartbeat', {})).toHaveProperty('currentTime')
    // its process ends, because it cannot recover either, and cannot be started
    await eventually(async () => lines.some((line) => line.includes('no space left')))
    await disk.empty()
    const { transactionId } = (await start) as { transactionId: number }
    expect(await gateway.transactions(station.id)).toMatchObject([
      { number: transactionId, meter_start_wh: 2 },
    ])
    expect(embedded.processId()).not.toBe(pid)
    expect(lines).toContain('the embedded database answers again')
    await admin.end()
  },
)
