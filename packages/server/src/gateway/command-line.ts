import { type ErrorFrame, type ResultFrame, toWireText, writeCall } from '@stationmaster/ocpp'
import type { Facts, LogFact } from '../shared/facts.ts'
import { withoutSecrets } from './echoed-secrets.ts'
import { addEntry, type StationLog } from './log-compactor.ts'
import { forLog } from './log-entry.ts'
import { type Flight, Outbound } from './outbound.ts'
import type { Log } from '../shared/log.ts'
import type { StationKnowledge } from '../shared/station-session.ts'
import type { AwakeClock } from './awake-clock.ts'
import type { DeviationCounter } from './deviation-counter.ts'
import type { GatewayOptions } from './options.ts'
import type { CommandDown, CommandOutcome, GatewayPorts } from './ports.ts'
import { rawPayload } from './raw-payload.ts'
import { type RequestedBoots, requestsBoot } from './requested-boots.ts'

/** The socket that the commands go over. */
export interface CommandSocket {
  readonly station: StationKnowledge
  /** Of the connection: what a displaced one claims of the station counts for nothing. */
  readonly epoch: number
  readonly isOpen: boolean
  readonly isRegistered: boolean
  readonly deviations: DeviationCounter
  readonly requestedBoots: RequestedBoots
  readonly stationLog: Pick<StationLog, 'book'>
  send(text: string): boolean
  /** Asks for `tick` to be called until it answers false. */
  watch(): void
}

export interface CommandHouse {
  readonly ports: GatewayPorts
  readonly options: Pick<GatewayOptions, 'quietMs' | 'settleMs' | 'callTimeoutMs'>
  readonly awake: AwakeClock
  readonly log: Pick<Log, 'debug' | 'error'>
}

/** Commands to one station over one socket: when they may go, and what became of them. */
export class CommandLine {
  private readonly session: CommandSocket
  private readonly house: CommandHouse
  private readonly nextMessageId: () => string
  private readonly outbound = new Outbound()
  /** Awake time from when commands may go; a station that has just booted cannot answer yet (Q33). */
  private readyMs = Infinity
  private isWanted = false
  private isFetching = false
  private readonly sentAt = new WeakMap<Flight, Date>()

  constructor(session: CommandSocket, house: CommandHouse, nextMessageId: () => string) {
    this.session = session
    this.house = house
    this.nextMessageId = nextMessageId
  }

  opened(): void {
    this.readyMs = this.house.awake.ms + this.house.options.quietMs
    if (this.isWanted) this.session.watch()
  }

  /** A call of the station was answered. */
  answeredCall(action: string): void {
    const { awake, options } = this.house
    const wait = action === 'BootNotification' ? options.settleMs : 0
    const readyMs = awake.ms + wait
    // After a boot commands wait even where they had been allowed; any other call shows a station that listens.
    if (action === 'BootNotification') this.readyMs = readyMs
    else if (readyMs < this.readyMs) this.readyMs = readyMs
    if (this.isWanted) this.pump()
  }

  /** A command waits in the database. */
  wake(): void {
    this.isWanted = true
    this.pump()
  }

  /** Called by the timer. Answers whether there is still something to look after. */
  tick(): boolean {
    const expired = this.outbound.expired(this.house.awake.ms)
    if (expired) {
      this.report(expired, { kind: 'timeout' }, null)
      this.tellDeaf()
    }
    this.pump()
    return !this.outbound.isFree || this.isWanted
  }

  private pump(): void {
    if (!this.isWanted || this.isFetching || !this.session.isOpen || !this.outbound.isFree) return
    if (!this.session.isRegistered || this.house.awake.ms < this.readyMs) {
      this.session.watch()
      return
    }
    this.isFetching = true
    this.isWanted = false
    const { station, epoch } = this.session
    this.house.ports.nextCommand(station.id, epoch).then(
      (command) => this.fetched(command),
      (error: unknown) => {
        this.isFetching = false
        // the database is away: the timer asks again
        this.isWanted = true
        this.house.log.debug({ err: error }, 'no command could be fetched')
        this.session.watch()
      },
    )
  }

  private fetched(command: CommandDown | null): void {
    this.isFetching = false
    if (!command) {
      // It may have been queued while we asked.
      if (this.isWanted) this.pump()
      return
    }
    this.isWanted = true
    const { awake, options } = this.house
    const flight: Flight = {
      command,
      messageId: this.nextMessageId(),
      sentMs: awake.ms,
      deadlineMs: awake.ms + (command.timeoutMs ?? options.callTimeoutMs),
    }
    this.sentAt.set(flight, new Date())
    // Where sending fails, the connection is cut off before all of the frame has left.
    if (!this.session.send(writeCall(flight.messageId, command.action, command.payload))) {
      this.report(flight, { kind: 'unsent', why: 'connection closed' }, null)
      return
    }
    if (requestsBoot(command)) this.session.requestedBoots.expect(awake.ms)
    this.outbound.sent(flight)
    this.session.watch()
  }

  /** Takes an answer of the station; false when nothing was asked under its id. */
  answered(frame: ResultFrame | ErrorFrame, text: string): boolean {
    const found = this.outbound.answered(frame.id)
    if (!found) {
      this.session.deviations.note('answer-to-nothing', text)
      return false
    }
    const { flight, isLate } = found
    const ms = Math.round(this.house.awake.ms - flight.sentMs)
    const answer: Extract<CommandOutcome, { kind: 'result' | 'error' }> =
      frame.kind === 'result'
        ? { kind: 'result', payload: frame.payload, rawText: rawPayload(text, 2), ms }
        : { kind: 'error', code: frame.code, description: frame.description, details: frame.details, ms }
    this.report(flight, isLate ? { kind: 'late', answer } : answer, ms)
    this.tellDeaf()
    this.pump()
    return true
  }

  /** An answer whose text is no JSON: the command has failed, its text is shown, the socket stays (Q30). */
  unreadable(messageId: string, text: string): boolean {
    const found = this.outbound.answered(messageId)
    if (!found) return false
    const ms = Math.round(this.house.awake.ms - found.flight.sentMs)
    this.report(found.flight, { kind: 'unreadable', rawText: text, ms }, ms)
    this.pump()
    return true
  }

  gone(why: string): void {
    const flight = this.outbound.abandoned()
    if (flight) this.report(flight, { kind: 'gone', why }, null)
  }

  private report(flight: Flight, told: CommandOutcome, ms: number | null): void {
    const outcome = withoutSecrets(flight.command, told)
    const { ports, log } = this.house
    const entry = this.entryOf(flight, outcome, ms)
    const { accountId, id: station } = this.session.station
    const level = this.session.stationLog.book(entry)
    const add = (facts: Facts) => {
      addEntry(facts, entry, level)
      facts.hint(accountId, { kind: 'log.added', station })
    }
    ports.run({ decide: add }).catch(() => {})
    // What cannot be told now is found again by the command's own time limit.
    ports.commandAnswered(flight.command.id, outcome).catch((error: unknown) => {
      log.debug({ err: error, command: flight.command.id }, 'the outcome of a command was not stored')
    })
  }

  private entryOf(
    { command, messageId, ...flight }: Flight,
    outcome: CommandOutcome,
    ms: number | null,
  ): LogFact {
    const { maskResponse } = this.house.ports
    const { id: stationId, accountId } = this.session.station
    const told = outcome.kind === 'late' ? outcome.answer : outcome
    const response =
      told.kind === 'result' ? maskedText(told, maskResponse(command.action, told.payload)) : wordsOf(told)
    return {
      at: new Date(Date.now() - (ms ?? this.house.awake.ms - flight.sentMs)).toISOString(),
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

  private tellDeaf(): void {
    const isDeaf = this.outbound.deafChange()
    if (isDeaf === null) return
    const { id: stationId, accountId } = this.session.station
    const tell = (facts: Facts) => {
      facts.add('deafness', { stationId, epoch: this.session.epoch, isDeaf })
      facts.hint(accountId, { kind: 'station.changed', station: stationId, ids: [stationId] })
    }
    this.house.ports.run({ decide: tell }).catch(() => {})
  }
}

type Told = Exclude<CommandOutcome, { kind: 'late' }>

/** The station's own text, unless it held a secret. */
function maskedText(told: Extract<Told, { kind: 'result' }>, masked: unknown): string {
  return masked === told.payload ? told.rawText : JSON.stringify(masked)
}

function wordsOf(told: Exclude<Told, { kind: 'result' }>): string | null {
  if (told.kind === 'error')
    return JSON.stringify({ errorDescription: told.description, errorDetails: told.details })
  return told.kind === 'unreadable' ? told.rawText : null
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
