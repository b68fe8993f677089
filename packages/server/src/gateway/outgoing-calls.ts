import { type ErrorFrame, type ResultFrame, toWireText, writeCall } from '@stationmaster/ocpp'
import type { Facts, LogFact } from '../shared/facts.ts'
import { withoutSecrets } from './echoed-secrets.ts'
import { addEntry, type StationLog } from './log-compactor.ts'
import { forLog } from './log-entry.ts'
import { type PendingCall, PendingCalls } from './pending-calls.ts'
import type { Log } from '../shared/log.ts'
import type { StationKnowledge } from '../shared/station-connection.ts'
import type { RunningClock } from './running-clock.ts'
import type { DeviationCounter } from './deviation-counter.ts'
import type { GatewayOptions } from './options.ts'
import type { QueuedCommand, CommandOutcome, GatewayPorts } from './ports.ts'
import { rawPayload } from './raw-payload.ts'
import { type RequestedBoots, requestsBoot } from './requested-boots.ts'

/** Socket over which commands are sent. */
export interface OutgoingConnection {
  readonly station: StationKnowledge
  /** Epoch of the connection; state from a replaced connection is ignored. */
  readonly epoch: number
  readonly isOpen: boolean
  readonly isRegistered: boolean
  readonly deviations: DeviationCounter
  readonly requestedBoots: RequestedBoots
  readonly stationLog: Pick<StationLog, 'classify'>
  send(text: string): boolean
  /** Requests calls of `tick` until it returns false. */
  watch(): void
}

export interface OutgoingCallDeps {
  readonly ports: GatewayPorts
  readonly options: Pick<GatewayOptions, 'quietMs' | 'settleMs' | 'callTimeoutMs'>
  readonly clock: RunningClock
  readonly log: Pick<Log, 'debug' | 'error'>
}

/** Sends commands to one station over one socket: schedules them and reports their outcomes. */
export class OutgoingCallQueue {
  private readonly connection: OutgoingConnection
  private readonly deps: OutgoingCallDeps
  private readonly nextMessageId: () => string
  private readonly outbound = new PendingCalls()
  /** Awake time from which commands may be sent; a station that has just booted cannot answer yet (Q33). */
  private readyMs = Infinity
  private isFetchPending = false
  private isFetching = false
  private readonly sentAt = new WeakMap<PendingCall, Date>()

  constructor(connection: OutgoingConnection, deps: OutgoingCallDeps, nextMessageId: () => string) {
    this.connection = connection
    this.deps = deps
    this.nextMessageId = nextMessageId
  }

  opened(): void {
    this.readyMs = this.deps.clock.ms + this.deps.options.quietMs
    if (this.isFetchPending) this.connection.watch()
  }

  /** Called after a call of the station was answered. */
  answeredCall(action: string): void {
    const { clock, options } = this.deps
    const wait = action === 'BootNotification' ? options.settleMs : 0
    const readyMs = clock.ms + wait
    // After a boot commands wait even if they were allowed before; any other call shows that the station is
    // ready.
    if (action === 'BootNotification') this.readyMs = readyMs
    else if (readyMs < this.readyMs) this.readyMs = readyMs
    if (this.isFetchPending) this.pump()
  }

  /** Sends a command that waits in the database. */
  wake(): void {
    this.isFetchPending = true
    this.pump()
  }

  /** Called by the timer. Returns true while there is still work to do. */
  tick(): boolean {
    const expired = this.outbound.expired(this.deps.clock.ms)
    if (expired) {
      this.report(expired, { kind: 'timeout' }, null)
      this.reportUnresponsive()
    }
    this.pump()
    return !this.outbound.isFree || this.isFetchPending
  }

  private pump(): void {
    if (!this.isFetchPending || this.isFetching || !this.connection.isOpen || !this.outbound.isFree) return
    if (!this.connection.isRegistered || this.deps.clock.ms < this.readyMs) {
      this.connection.watch()
      return
    }
    this.isFetching = true
    this.isFetchPending = false
    const { station, epoch } = this.connection
    this.deps.ports.nextCommand(station.id, epoch).then(
      (command) => this.fetched(command),
      (error: unknown) => {
        this.isFetching = false
        // the database is unavailable: the timer tries again
        this.isFetchPending = true
        this.deps.log.debug({ err: error }, 'fetching a command failed')
        this.connection.watch()
      },
    )
  }

  private fetched(command: QueuedCommand | null): void {
    this.isFetching = false
    if (!command) {
      // A command may have been queued during the query.
      if (this.isFetchPending) this.pump()
      return
    }
    this.isFetchPending = true
    const { clock, options } = this.deps
    const flight: PendingCall = {
      command,
      messageId: this.nextMessageId(),
      sentMs: clock.ms,
      deadlineMs: clock.ms + (command.timeoutMs ?? options.callTimeoutMs),
    }
    this.sentAt.set(flight, new Date())
    // If sending fails, the connection is closed before the whole frame was sent.
    if (!this.connection.send(writeCall(flight.messageId, command.action, command.payload))) {
      this.report(flight, { kind: 'unsent' }, null)
      return
    }
    if (requestsBoot(command)) this.connection.requestedBoots.expect(clock.ms)
    this.outbound.sent(flight)
    this.connection.watch()
  }

  /** Handles an answer of the station; returns false if no call with its id was sent. */
  answered(frame: ResultFrame | ErrorFrame, text: string): boolean {
    const found = this.outbound.answered(frame.id)
    if (!found) {
      this.connection.deviations.note('answer-to-nothing', text)
      return false
    }
    const { pending: flight, isLate } = found
    const ms = Math.round(this.deps.clock.ms - flight.sentMs)
    const answer: Extract<CommandOutcome, { kind: 'result' | 'error' }> =
      frame.kind === 'result'
        ? { kind: 'result', payload: frame.payload, rawText: rawPayload(text, 2), ms }
        : { kind: 'error', code: frame.code, description: frame.description, details: frame.details, ms }
    this.report(flight, isLate ? { kind: 'late', answer } : answer, ms)
    this.reportUnresponsive()
    this.pump()
    return true
  }

  /**
   * Handles an answer that is not valid JSON: the command fails, its text is shown, the socket stays open
   * (Q30).
   */
  unreadable(messageId: string, text: string): boolean {
    const found = this.outbound.answered(messageId)
    if (!found) return false
    const ms = Math.round(this.deps.clock.ms - found.pending.sentMs)
    this.report(found.pending, { kind: 'unreadable', rawText: text, ms }, ms)
    this.pump()
    return true
  }

  connectionClosed(): void {
    const flight = this.outbound.abandoned()
    if (flight) this.report(flight, { kind: 'gone' }, null)
  }

  private report(flight: PendingCall, finalOutcome: CommandOutcome, ms: number | null): void {
    const outcome = withoutSecrets(flight.command, finalOutcome)
    const { ports, log } = this.deps
    const entry = this.entryOf(flight, outcome, ms)
    const { accountId, id: station } = this.connection.station
    const level = this.connection.stationLog.classify(entry)
    const add = (facts: Facts) => {
      addEntry(facts, entry, level)
      facts.hint(accountId, { kind: 'log.added', station })
    }
    ports.run({ decide: add }).catch(() => {})
    // An outcome that cannot be reported now is replaced by the command's own time limit later.
    ports.commandAnswered(flight.command.id, outcome).catch((error: unknown) => {
      log.debug({ err: error, command: flight.command.id }, 'the outcome of a command was not stored')
    })
  }

  private entryOf(
    { command, messageId, ...flight }: PendingCall,
    outcome: CommandOutcome,
    ms: number | null,
  ): LogFact {
    const { maskResponse } = this.deps.ports
    const { id: stationId, accountId } = this.connection.station
    const finalOutcome = outcome.kind === 'late' ? outcome.answer : outcome
    const response =
      finalOutcome.kind === 'result'
        ? maskedText(finalOutcome, maskResponse(command.action, finalOutcome.payload))
        : errorText(finalOutcome)
    return {
      at: new Date(Date.now() - (ms ?? this.deps.clock.ms - flight.sentMs)).toISOString(),
      accountId,
      stationId,
      isOutgoing: true,
      action: command.action,
      messageId,
      request: forLog(JSON.stringify(command.shown ?? {})),
      response: forLog(response),
      errorCode: errorOf(outcome),
      durationMs: ms,
      commandId: command.id,
    }
  }

  private reportUnresponsive(): void {
    const isUnresponsive = this.outbound.unresponsiveChange()
    if (isUnresponsive === null) return
    const { id: stationId, accountId } = this.connection.station
    const write = (facts: Facts) => {
      facts.add('responsiveness', { stationId, epoch: this.connection.epoch, isUnresponsive })
      facts.hint(accountId, { kind: 'station.changed', station: stationId, ids: [stationId] })
    }
    this.deps.ports.run({ decide: write }).catch(() => {})
  }
}

type FinalOutcome = Exclude<CommandOutcome, { kind: 'late' }>

/** Returns the text as the station sent it, unless it contains a secret. */
function maskedText(finalOutcome: Extract<FinalOutcome, { kind: 'result' }>, masked: unknown): string {
  return masked === finalOutcome.payload ? finalOutcome.rawText : JSON.stringify(masked)
}

function errorText(finalOutcome: Exclude<FinalOutcome, { kind: 'result' }>): string | null {
  if (finalOutcome.kind === 'error')
    return JSON.stringify({ errorDescription: finalOutcome.description, errorDetails: finalOutcome.details })
  return finalOutcome.kind === 'unreadable' ? finalOutcome.rawText : null
}

function errorOf(outcome: CommandOutcome): string | null {
  switch (outcome.kind) {
    case 'result':
      return null
    case 'error':
      return toWireText(outcome.code.slice(0, 100))
    case 'late':
      return outcome.answer.kind === 'error' ? toWireText(outcome.answer.code.slice(0, 100)) : 'Late'
    case 'unreadable':
      return 'Unreadable'
    case 'timeout':
      return 'Timeout'
    case 'gone':
    case 'unsent':
      return 'ConnectionLost'
  }
}
