import type { Pool } from 'pg'
import { jobLanes } from '../shared/job-lanes.ts'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import { createPool, idleTransactionMs } from './pool.ts'

const statementTimeoutMs = 5_000
/** Milliseconds until a query without an answer fails: the database has cancelled it, or cannot be reached. */
const answerTimeoutMs = statementTimeoutMs + 2_000
/** Connections reserved for each kind of work that must never wait for other work. */
const reserved = 2

/** Pools of a server process; each but that of the jobs cancels a statement after five seconds. */
export interface Pools {
  /** Short requests. */
  web: Pool
  /** Queries of callers: lists, counts, sums, searches. */
  queries: Pool
  /** Sign-in and token lookup. */
  'sign-in': Pool
  /** Credentials and registration of stations that connect. */
  stations: Pool
  /** Queries of callers on the read replica, if there is one. */
  replica?: Pool
  /** The queue of jobs: one connection of each lane listens, one works. */
  jobs: Pool
}

/** Returns how many of the connections for requests (`DATABASE_POOL`) run queries of callers: half of them. */
export const querySlots = (most: number): number => Math.max(1, Math.floor(most / 2))

interface OpenPoolsOptions {
  /** Name of the connections for jobs, unique for each process. */
  jobsName: string
  /** Leads to the database without a pooler. */
  url: string
  /** Leads to it through a pooler in transaction mode, which rejects settings at the start of a connection. */
  pooledUrl?: string | undefined
  /** Leads to the read replica. */
  readUrl?: string | undefined
  most: number
  log: Log
}

/** Opens the pools. Each connects on first use, and idle connections are closed. */
export function openPools({ url, pooledUrl, readUrl, jobsName, most, log }: OpenPoolsOptions): Pools {
  const broken = new LogThrottle(60_000)
  const open = (name: string, max: number): Pool =>
    createPool({
      url: pooledUrl ?? url,
      max,
      name,
      isPooled: pooledUrl !== undefined,
      ...(pooledUrl === undefined && { statementTimeoutMs, idleTransactionMs }),
      answerTimeoutMs,
      onBroken: (error) => {
        // all of them break together
        if (broken.shouldLog('')) log.warn({ err: error }, 'storage: idle connections broke')
      },
    })
  const slots = querySlots(most)
  const replica =
    readUrl === undefined
      ? {}
      : {
          // a check of the replica must not wait for the queries on it
          replica: createPool({
            url: readUrl,
            max: slots + 1,
            name: 'replica',
            statementTimeoutMs,
            idleTransactionMs,
            answerTimeoutMs,
            onBroken: () => {},
          }),
        }
  return {
    ...replica,
    web: open('web', Math.max(1, most - slots)),
    queries: open('queries', slots),
    'sign-in': open('sign-in', reserved),
    stations: open('stations', reserved),
    jobs: createPool({ url, max: reserved * jobLanes.length, name: jobsName, idleTransactionMs }),
  }
}
