import { describe, expect, it } from 'vitest'
import { type Health, judgeHealth, worst } from './judge-health.ts'

const now = '2026-11-21T12:00:00.000Z'
const well: Health = {
  version: '1.0.0',
  now,
  started: now,
  consoles: 1,
  calls: { stations: 18, oldestms: 0, waiting: 0, stuckms: 0, awaysince: null },
  unknownproxy: null,
  loop: { typicalms: 1, worstms: 30 },
  memory: { used: 2e8, heap: 1e8, heaplimit: 4e9, free: 4e9, total: 8e9 },
  disk: { free: 6e10, total: 1e11 },
  pools: [{ name: 'web', most: 10, open: 3, busy: 1, waiting: 0 }],
  counts: {
    stations: 18,
    online: 17,
    commands: { queued: 0, sent: 0, oldest: null },
    jobs: { due: 0, running: 0, failed: 0, oldest: null },
  },
  sizes: { measured: now, database: 1e8, connections: 12, mostconnections: 100, tables: [] },
}
const counts = (change: Partial<NonNullable<Health['counts']>>): Partial<Health> => ({
  counts: { ...well.counts!, ...change },
})
const calls = (change: Partial<Health['calls']>): Partial<Health> => ({ calls: { ...well.calls, ...change } })

describe('the health of the server', () => {
  it('is good if all values are normal', () => {
    expect(worst(Object.values(judgeHealth(well)))).toBe('good')
  })

  it.each<[string, Partial<Health>, Partial<ReturnType<typeof judgeHealth>>]>([
    ['many stations are off', counts({ online: 10 }), { stations: 'attention' }],
    ['most stations are off', counts({ online: 3 }), { stations: 'bad' }],
    ['there are no stations yet', counts({ stations: 0, online: 0 }), { stations: 'good' }],
    ['a call waits', calls({ oldestms: 6_000 }), { calls: 'attention', ingest: 'good' }],
    ['a call waits too long', calls({ oldestms: 31_000 }), { calls: 'bad' }],
    [
      'the database is away',
      { ...calls({ awaysince: now }), counts: null },
      { ingest: 'bad', database: 'bad' },
    ],
    ['nothing is stored', calls({ stuckms: 40_000, waiting: 3 }), { ingest: 'bad' }],
    [
      'a job is late',
      counts({ jobs: { due: 1, running: 0, failed: 0, oldest: '2026-11-21T11:58:00.000Z' } }),
      { jobs: 'attention' },
    ],
    [
      'a job was given up',
      counts({ jobs: { due: 0, running: 0, failed: 1, oldest: null } }),
      { jobs: 'attention' },
    ],
    [
      'requests wait for a connection',
      { pools: [{ ...well.pools[0]!, busy: 10, waiting: 2 }] },
      { database: 'attention' },
    ],
    ['connections run out', { sizes: { ...well.sizes!, connections: 96 } }, { database: 'bad' }],
    ['the disk fills', { disk: { free: 2e9, total: 1e11 } }, { disk: 'attention' }],
    ['the disk is full', { disk: { free: 1e8, total: 1e11 } }, { disk: 'bad' }],
    ['a tenth of a large disk is left', { disk: { free: 9e10, total: 1e12 } }, { disk: 'good' }],
    ['the heap fills', { memory: { ...well.memory, heap: 3.7e9 } }, { memory: 'bad' }],
    ['timers are late', { loop: { typicalms: 30, worstms: 100 } }, { loop: 'attention' }],
  ])('has the expected level when %s', (_, change, levels) => {
    expect(judgeHealth({ ...well, ...change })).toMatchObject(levels)
  })
})
