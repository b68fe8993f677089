import type { AnswerOf, adminHealth } from '@stationmaster/contract'

export type Health = AnswerOf<typeof adminHealth>
export type Level = 'good' | 'attention' | 'bad'

export const tileNames = [
  'stations',
  'calls',
  'ingest',
  'commands',
  'jobs',
  'loop',
  'database',
  'disk',
  'memory',
] as const
export type TileName = (typeof tileNames)[number]

const minuteMs = 60_000
const mebibyte = 1024 * 1024

/** Returns the level of the worse of two limits that a value has reached. */
const above = (value: number, attention: number, bad: number): Level =>
  value >= bad ? 'bad' : value >= attention ? 'attention' : 'good'

const below = (value: number, attention: number, bad: number): Level =>
  value <= bad ? 'bad' : value <= attention ? 'attention' : 'good'

const order: readonly Level[] = ['good', 'attention', 'bad']
export const worst = (levels: readonly Level[]): Level =>
  levels.reduce((one, other) => (order.indexOf(other) > order.indexOf(one) ? other : one), 'good')

const ageMs = (now: string, since: string | null): number =>
  since === null ? 0 : Date.parse(now) - Date.parse(since)

/**
 * Returns the level of each part. A delay for which the server restarts itself (30 s without an answer to a
 * station) is bad here, too; a single station that is offline is normal.
 */
export function judgeHealth(health: Health): Record<TileName, Level> {
  const { calls, counts, loop, now } = health
  return {
    stations: counts === null ? 'bad' : stationsLevel(counts),
    calls: above(calls.oldestms, 5_000, 30_000),
    ingest: worst([
      calls.awaysince === null ? 'good' : 'bad',
      above(calls.stuckms, 5_000, 30_000),
      above(calls.waiting, 1_000, 10_000),
    ]),
    commands: counts === null ? 'bad' : above(ageMs(now, counts.commands.oldest), 10 * minuteMs, Infinity),
    jobs:
      counts === null
        ? 'bad'
        : worst([
            above(ageMs(now, counts.jobs.oldest), minuteMs, 15 * minuteMs),
            above(counts.jobs.failed, 1, Infinity),
          ]),
    loop: worst([above(loop.typicalms, 20, 200), above(loop.worstms, 1_000, 5_000)]),
    database: databaseLevel(health),
    disk: diskLevel(health),
    memory: memoryLevel(health),
  }
}

function stationsLevel({ stations, online }: NonNullable<Health['counts']>): Level {
  if (stations === 0) return 'good'
  return below(online / stations, 0.8, 0.5)
}

function databaseLevel({ counts, pools, sizes }: Health): Level {
  if (counts === null) return 'bad'
  const queue = worst(pools.map(({ waiting, most }) => above(waiting, 1, most)))
  return sizes ? worst([queue, above(sizes.connections / sizes.mostconnections, 0.8, 0.95)]) : queue
}

/** Uses both the share and the amount: a tenth of a large disk is still a lot. */
function diskLevel({ disk }: Health): Level {
  if (!disk || disk.total === 0) return 'attention'
  if (disk.free < 512 * mebibyte || disk.free / disk.total < 0.02) return 'bad'
  return disk.free < 5 * 1024 * mebibyte && disk.free / disk.total < 0.1 ? 'attention' : 'good'
}

function memoryLevel({ memory }: Health): Level {
  return worst([
    above(memory.heap / memory.heaplimit, 0.75, 0.9),
    below(memory.free / memory.total, 0.08, 0.03),
  ])
}
