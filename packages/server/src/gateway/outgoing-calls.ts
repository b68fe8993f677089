import {
  type ErrorFrame,
  messageIds,
  type Protocol,
  rawPayload,
  type ResultFrame,
  toWireText,
  writeCall,
} from '@stationmaster/ocpp'
import { BoundedMap } from '../shared/bounded-map.ts'
import type { RunningClock } from '../shared/clock.ts'
import type { Facts, LogFact } from '../shared/facts.ts'
import type { Log } from '../shared/log.ts'
import type { CommandOutcome, NextCommand } from '../shared/station-command.ts'
import type { StationKnowledge } from '../shared/station-connection.ts'
import { forLog, logEntry } from './connection-log.ts'
import { withoutSecrets } from './echoed-secrets.ts'
import type { GatewayOptions } from './options.ts'
import type { GatewayServices } from './services.ts'
import type { StationLog } from './station-log.ts'

/** Socket over which commands are sent. */
export interface OutgoingConnection {
  readonly station: StationKnowledge
  readonly protocol: Protocol
  /** Epoch of the connection; state from a replaced connection is ignored. */
  readonly epoch: number
  readonly isOpen: boolean
  readonly isRegistered: boolean
  readonly log: StationLog
  send(text: string): boolean
}

export interface OutgoingCallDeps {
  readonly services: GatewayServices
  readonly options: Pick<GatewayOptions, 'quietMs' | 'settleMs' | 'callTimeoutMs'>
  readonly clock: RunningClock
  /** Returns milliseconds of a clock that also passes while the process does not run. */
  readonly monotonicMs: () => number
  readonly log: Pick<Log, 'debug' | 'error'>
  /** Requests calls of `tick` until it returns false. */
  watch(queue: OutgoingCallQueue): void
}

/** Command that was sent and not answered. */
interface PendingCall {
  command: NextCommand
  messageId: string
  /** Running time of sending. */
  sentMs: number
  deadlineMs: number
}

/** Answer of a station, or its id if it cannot be read. */
type Answer = ResultFrame | ErrorFrame | { kind: 'unreadable'; id: string }
type AnswerOutcome = Extract<CommandOutcome, { kind: 'result' | 'error' | 'unreadable' }>

/** Maximum number of expired commands that are remembered to recognize late answers. */
const maxLate = 50
/** Number of unanswered commands in a row after which a station counts as unresponsive (Q45). */
const unresponsiveAfter = 3
/** Milliseconds after a Reset within which a boot counts as requested, as in the commands module. */
const bootMs = 600_000
const maxRequestedBoots = 20
/**
 * Milliseconds from the request for a command within which it is sent; a process that was suspended in between would send
 * a command whose end others have already stored.
 */
const maxFetchMs = 10_000

/**
 * Sends commands to one station over one socket and reports their outcomes: at most one is in progress
 * (OCPP-J 1.6, 4.1.1); each answer is matched to its own message id, a late one never to the next command.
 */
export class OutgoingCallQueue {
  private readonly connection: OutgoingConnection
  private readonly deps: OutgoingCallDeps
  private readonly nextMessageId = messageIds(`${Date.now().toString(36)}-`)
  private pending: PendingCall | null = null
  private readonly late = new BoundedMap<string, PendingCall>(maxLate)
  private timeouts = 0
  private isUnresponsive = false
  /** Running time from which commands may be sent; a station that has just booted cannot answer yet (Q33). */
  private readyMs = Infinity
  private isFetchPending = false
  private isFetching = false
  private isFinishing = false
  private finished = () => {}
  /** Boots that the server requested by Reset or TriggerMessage, and until when they count as requested. */
  private readonly requestedBoots = { count: 0, untilMs: -Infinity }

  constructor(connection: OutgoingConnection, deps: OutgoingCallDeps) {
    this.connection = connection
    this.deps = deps
  }

  /** Called when the station is registered. */
  opened({ hasCommands, isBootRequested }: { hasCommands: boolean; isBootRequested: boolean }): void {
    this.readyMs = this.deps.clock.ms + this.deps.options.quietMs
    if (isBootRequested) this.expectBoot()
    if (hasCommands) this.isFetchPending = true
    this.pump()
  }

  /** Called after a call of the station was answered. */
  answeredCall(action: string): void {
    const { clock, options } = this.deps
    // After a boot commands wait even if they were allowed before; any other call shows that the station is
    // ready.
    if (action === 'BootNotification') this.readyMs = clock.ms + options.settleMs
    else if (clock.ms < this.readyMs) this.readyMs = clock.ms
    this.pump()
  }

  /** Sends a command that waits in the database. */
  wake(): void {
    this.isFetchPending = true
    this.pump()
  }

  /** Sends no further commands; resolves when none waits for its answer. */
  finish(): Promise<void> {
    this.isFinishing = true
    return new Promise((resolve) => {
      this.finished = resolve
      this.noteIdle()
    })
  }

  private noteIdle(): void {
    if (!this.pending && !this.isFetching) this.finished()
  }

  /** Called by the timer. Returns true while there is still work to do. */
  tick(): boolean {
    const { pending } = this
    if (pending && this.deps.clock.ms >= pending.deadlineMs) {
      this.pending = null
      this.timeouts++
      this.late.set(pending.messageId, pending)
      this.report(pending, { kind: 'timeout' })
      this.reportResponsiveness()
    }
    this.pump()
    return this.connection.isOpen && (this.pending !== null || this.isFetchPending)
  }

  /** Fetches the next command if there may be one and the station can take it. */
  private pump(): void {
    if (this.isFinishing) return this.noteIdle()
    if (!this.isFetchPending || this.isFetching || !this.connection.isOpen || this.pending) return
    if (!this.connection.isRegistered || this.deps.clock.ms < this.readyMs) {
      this.deps.watch(this)
      return
    }
    this.isFetching = true
    this.isFetchPending = false
    const { station, epoch } = this.connection
    const askedMs = this.deps.monotonicMs()
    this.deps.services.nextCommand(station.id, epoch).then(
      (command) => this.fetched(command, askedMs),
      (error: unknown) => {
        this.isFetching = false
        // the database is unavailable: the timer tries again
        this.isFetchPending = true
        this.deps.log.debug({ err: error }, 'fetching a command failed')
        if (this.isFinishing) this.noteIdle()
        else this.deps.watch(this)
      },
    )
  }

  private fetched(command: NextCommand | null, askedMs: number): void {
    this.isFetching = false
    // A command may have been queued during the query.
    if (!command) return this.pump()
    this.isFetchPending = true
    const { clock, options } = this.deps
    const call: PendingCall = {
      command,
      messageId: this.nextMessageId(),
      sentMs: clock.ms,
      deadlineMs: clock.ms + (command.timeoutMs ?? options.callTimeoutMs),
    }
    const isOld = this.deps.monotonicMs() - askedMs > maxFetchMs
    // If sending fails, the connection is closed before the whole frame was sent.
    if (isOld || !this.connection.send(writeCall(call.messageId, command.action, command.payload))) {
      this.report(call, { kind: 'unsent' })
      if (isOld) this.pump()
      return
    }
    if (this.connection.protocol.requestsBoot(command.action, command.payload)) this.expectBoot()
    this.pending = call
    this.deps.watch(this)
  }

  /**
   * Handles an answer of the station; returns false if no call with its id was sent. After one that cannot be
   * read the command has failed, its text is shown, and the socket stays open (Q30).
   */
  answered(answer: Answer, text: string): boolean {
    const isLate = this.pending?.messageId !== answer.id
    const call = isLate ? this.late.get(answer.id) : this.pending
    if (!call) return false
    if (isLate) this.late.delete(answer.id)
    else this.pending = null
    this.timeouts = 0
    const outcome = outcomeOf(answer, text)
    const ms = Math.round(this.deps.clock.ms - call.sentMs)
    const isReportedLate = isLate && outcome.kind !== 'unreadable'
    this.report(call, isReportedLate ? { kind: 'late', answer: outcome } : outcome, ms)
    this.reportResponsiveness()
    this.pump()
    return true
  }

  connectionClosed(): void {
    const call = this.pending
    this.pending = null
    if (call) this.report(call, { kind: 'gone' })
    if (this.isFinishing) this.noteIdle()
  }

  /** Writes the log entry of a command, and stores its outcome without the secrets that the station repeated. */
  private report(call: PendingCall, received: CommandOutcome, ms: number | null = null): void {
    const outcome = withoutSecrets(call.command, received)
    this.connection.log.write(this.entryOf(call, outcome, ms))
    const { services, log } = this.deps
    // An outcome that cannot be reported now is replaced by the command's own time limit later.
    services.commandAnswered(call.command.id, outcome, ms).catch((error: unknown) => {
      log.debug({ err: error, command: call.command.id }, 'the outcome of a command was not stored')
    })
  }

  private entryOf(call: PendingCall, outcome: CommandOutcome, ms: number | null): LogFact {
    const { command, messageId, sentMs } = call
    const answer = outcome.kind === 'late' ? outcome.answer : outcome
    return logEntry(this.connection.station, {
      at: new Date(Date.now() - (ms ?? this.deps.clock.ms - sentMs)).toISOString(),
      isOutgoing: true,
      action: command.action,
      messageId,
      request: forLog(JSON.stringify(command.shown ?? {})),
      response: forLog(
        answer.kind === 'result'
          ? maskedText(answer, this.deps.services.maskResponse(command.action, answer.payload))
          : errorText(answer),
      ),
      errorCode: errorOf(outcome),
      durationMs: ms,
      commandId: command.id,
    })
  }

  private reportResponsiveness(): void {
    const isUnresponsive = this.timeouts >= unresponsiveAfter
    if (isUnresponsive === this.isUnresponsive) return
    this.isUnresponsive = isUnresponsive
    const { station, epoch } = this.connection
    const decide = (facts: Facts) => {
      facts.add('responsiveness', { stationId: station.id, epoch, isUnresponsive })
      facts.hint(station.accountId, { kind: 'station.changed', station: station.id, ids: [station.id] })
    }
    this.deps.services.run({ decide }).catch(() => {})
  }

  /** Expects one more boot within ten minutes. */
  private expectBoot(): void {
    const boots = this.requestedBoots
    const { ms } = this.deps.clock
    boots.count = Math.min(ms > boots.untilMs ? 1 : boots.count + 1, maxRequestedBoots)
    boots.untilMs = ms + bootMs
  }

  /** Counts a boot of the station; returns true if the server requested it. */
  takeRequestedBoot(): boolean {
    const boots = this.requestedBoots
    if (boots.count === 0 || this.deps.clock.ms > boots.untilMs) return false
    boots.count--
    return true
  }
}

function outcomeOf(answer: Answer, text: string): AnswerOutcome {
  if (answer.kind === 'unreadable') return { kind: 'unreadable', rawText: text }
  if (answer.kind === 'result')
    return { kind: 'result', payload: answer.payload, rawText: rawPayload(text, 2) }
  const { code, description, details } = answer
  return { kind: 'error', code, description, details }
}

type FinalOutcome = Exclude<CommandOutcome, { kind: 'late' }>

/** Returns the text as the station sent it, unless it contains a secret. */
function maskedText(result: Extract<FinalOutcome, { kind: 'result' }>, masked: unknown): string {
  return (masked === result.payload && result.rawText) || JSON.stringify(masked)
}

function errorText(outcome: Exclude<FinalOutcome, { kind: 'result' }>): string | null {
  if (outcome.kind === 'error')
    return JSON.stringify({ errorDescription: outcome.description, errorDetails: outcome.details })
  return outcome.kind === 'unreadable' ? outcome.rawText : null
}

const errorCodes: Record<Exclude<CommandOutcome['kind'], 'error'>, string | null> = {
  result: null,
  unreadable: 'Unreadable',
  timeout: 'Timeout',
  gone: 'ConnectionLost',
  unsent: 'ConnectionLost',
  late: 'Late',
}

function errorOf(outcome: CommandOutcome): string | null {
  if (outcome.kind === 'late' && outcome.answer.kind === 'error') return errorOf(outcome.answer)
  return outcome.kind === 'error' ? toWireText(outcome.code.slice(0, 100)) : errorCodes[outcome.kind]
}
