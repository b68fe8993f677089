import { expect, test } from 'vitest'
import type { Backlog } from './backlog-store.ts'
import { createMetrics } from './create-metrics.ts'

const backlog: Backlog = {
  commands: { queued: 1, sent: 0 },
  jobs: { due: 0, running: 0, failed: 0 },
  sessions: { queued: 0, waiting: 0, failed: 0 },
  held: {},
  invoices: { created: 0, failed: 0 },
  isArchiveFailing: true,
}

test('the metrics have no values from the database while it does not answer', async () => {
  const known: (Backlog | null)[] = [backlog, null]
  let scrapes = -1
  const pulse = {
    stations: 0,
    consoles: 0,
    oldestCallMs: 0,
    waiting: 0,
    stuckMs: 0,
    awaySince: null,
    proxyAddress: null,
    tls: null,
  }
  const metrics = createMetrics({
    pulse: () => pulse,
    rejected: new Map(),
    reads: new Map(),
    pools: {},
    backlog: async () => known[scrapes]!,
  })
  const scrape = async () => {
    scrapes += 1
    return (await metrics.text()).split('\n').filter((line) => /^stationmaster_(commands|wal_)/.test(line))
  }
  expect(await scrape()).toEqual([
    'stationmaster_commands{state="queued"} 1',
    'stationmaster_commands{state="sent"} 0',
    'stationmaster_wal_archive_failing 1',
  ])
  expect(await scrape()).toEqual([])
})
