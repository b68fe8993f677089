import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { AnswerWaiters } from './answer-waiters.ts'
import type { WorkflowIndex } from '../workflow/index.ts'
import type { Effects } from './effects.ts'

export interface CommandDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  /** Name of this server process; another one after each start. */
  process: string
  effects: Effects
  /** Which scripts wait for what becomes of commands. */
  workflowIndex: WorkflowIndex
  waiters: AnswerWaiters
  /** How long a station may take to answer (P2). */
  answerMs: number
  /** How long a command may wait for its turn. */
  queueMs: number
}
