import type { AnswerWaiters } from './answer-waiters.ts'
import type { Outbox } from '../workflow/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Effects } from './effects.ts'

export interface CommandDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  /** Name of this server process; a new one after each start. */
  process: string
  effects: Effects
  outbox: Outbox
  waiters: AnswerWaiters
  /** Milliseconds that a station may take to answer (P2). */
  answerMs: number
  /** Milliseconds that a command may wait in the queue. */
  queueMs: number
}
