import { BareSocket, type BareSocketOptions, type Handshake } from './bare-socket.ts'
import { textFrame, type FrameTemplate } from './masked-frame.ts'
import { bootMessage, firstId, placeholders, stationMessages, type LoadKind } from './messages.ts'

const quote = 0x22
const result = 0x33
const call = 0x32
/** Position of the id in `[3,"12345678",…`. */
const idAt = 4
const idLength = 8

let sequence = firstId
let timeMs = 0
let timeText = ''
/** Returns the time as text, formatted at most once a millisecond. */
function now(): string {
  const ms = Date.now()
  if (ms !== timeMs) {
    timeMs = ms
    timeText = new Date(ms).toISOString()
  }
  return timeText
}

export interface CallerEvents {
  /** `microseconds` from the last byte sent to the answer received. */
  answered(caller: Caller, kind: string, microseconds: number): void
  failed(why: string): void
}

/** One station of a load: a bare socket with at most one CALL pending. */
export class Caller {
  /** Numbers of its running transactions. */
  readonly transactions: number[] = []
  step = 0
  isOpen = false
  private readonly socket: BareSocket
  private readonly events: CallerEvents
  private readonly messages: Record<LoadKind, readonly FrameTemplate[]>
  private readonly boot = bootMessage()
  private pending: LoadKind | 'BootNotification' | null = null
  private id = ''
  private sentAt = 0
  private sentCount = 0
  private resolvePending: ((isAnswered: boolean) => void) | null = null

  constructor(options: BareSocketOptions, events: CallerEvents) {
    this.events = events
    this.messages = stationMessages(options.station.card)
    this.socket = new BareSocket(options, {
      text: (bytes, start, length) => this.text(bytes, start, length),
      closed: (why) => {
        this.isOpen = false
        this.pending = null
        events.failed(`connection: ${why}`)
        this.finishPending(false)
      },
    })
  }

  /** True while a CALL is pending. */
  get isBusy(): boolean {
    return this.isOpen && this.pending !== null
  }

  async open(): Promise<Handshake> {
    const handshake = await this.socket.open()
    this.isOpen = handshake.isOpen
    return handshake
  }

  close(): void {
    this.isOpen = false
    this.socket.destroy()
  }

  /** Sends one CALL that is not measured; resolves to false if the connection closed before its answer. */
  ask(kind: LoadKind | 'BootNotification'): Promise<boolean> {
    return new Promise((resolve) => {
      this.resolvePending = resolve
      this.send(kind)
    })
  }

  private finishPending(isAnswered: boolean): boolean {
    const { resolvePending } = this
    this.resolvePending = null
    resolvePending?.(isAnswered)
    return resolvePending !== null
  }

  send(kind: LoadKind | 'BootNotification'): void {
    const templates = kind === 'BootNotification' ? [this.boot] : this.messages[kind]
    const template = templates[this.sentCount++ % templates.length]!
    this.id = String(++sequence)
    template.fill(placeholders.id, this.id)
    template.fill(placeholders.time, now())
    // Differs in each call, so that no start looks like a resend of another.
    template.fill(placeholders.meter, String(100_000_000 + (sequence - firstId)))
    if (kind === 'StopTransaction')
      template.fill(placeholders.transaction, String(this.transactions.shift() ?? -1))
    else template.fill(placeholders.transaction, String(this.transactions[0] ?? -1))
    this.pending = kind
    this.sentAt = performance.now()
    this.socket.send(template.bytes)
  }

  private text(bytes: Buffer, start: number, length: number): void {
    if (bytes[start + 1] === call) return this.refuse(bytes.toString('utf8', start, start + length))
    const kind = this.pending
    const isPendingAnswer =
      kind !== null &&
      bytes[start + 1] === result &&
      bytes[start + idAt + idLength] === quote &&
      bytes.toString('latin1', start + idAt, start + idAt + idLength) === this.id
    if (!isPendingAnswer) {
      const head = bytes.toString('utf8', start, start + Math.min(length, 160))
      this.events.failed(`${kind ?? 'nothing'} under way, and this came: ${head}`)
      // An error ends the pending call too, otherwise the station would hang.
      if (kind === null || !head.includes(`"${this.id}"`)) return
    } else if (kind === 'StartTransaction') this.keepNumber(bytes, start, length)
    else if (kind === 'BootNotification' && !bytes.includes('Accepted', start))
      this.events.failed('a boot was not accepted')
    this.pending = null
    if (this.finishPending(true)) return
    this.events.answered(this, kind, Math.max(1, Math.round((performance.now() - this.sentAt) * 1000)))
  }

  private keepNumber(bytes: Buffer, start: number, length: number): void {
    const number = /"transactionId":\s*(\d+)/.exec(bytes.toString('latin1', start, start + length))?.[1]
    if (number === undefined) this.events.failed('a start was answered without a number')
    else this.transactions.push(Number(number))
  }

  /** Commands are not measured; each gets the answer of a station that supports none. */
  private refuse(text: string): void {
    const id = /^\[2,\s*"([^"]{1,36})"/.exec(text)?.[1]
    if (id !== undefined) this.socket.send(textFrame(`[4,"${id}","NotSupported","",{}]`))
  }
}
