import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordableHistogram } from 'node:perf_hooks'
import { loopbackUrl, type LoadStation } from './bare-socket.ts'
import { Caller } from './caller.ts'
import { latencyFigures, newHistogram, type LoadFigures } from './figures.ts'
import { openCallers, type OpenFigures } from './opening.ts'
import type { LoadKind } from './messages.ts'

export const maxSeconds = 120

export interface LoadTarget {
  /** Station link of an account on this machine. */
  readonly url: string
  readonly stations: readonly LoadStation[]
}

export interface LoadPhase {
  /** Messages that each station sends in turn, repeatedly. */
  readonly kinds: readonly LoadKind[]
  /** Number of stations that send; the others only keep their connections open. All if absent. */
  readonly active?: number
  /** Index of the first of them among the open stations (0). */
  readonly first?: number
  readonly seconds: number
  readonly warmupSeconds?: number
  /** CALLs per second over all stations; absent or 0 for as fast as the answers arrive. */
  readonly ratePerS?: number
  /** Called when the measured interval begins and ends, to read the server's own figures. */
  readonly onMeasure?: () => void | Promise<void>
  readonly onMeasured?: () => void | Promise<void>
}

/** The connected stations of a load, for one phase after the other. */
export class Load {
  opening: OpenFigures = { open: 0, refused: 0, openedMs: 0, firstError: '' }
  private readonly callers: Caller[]
  private readonly url: URL
  private histograms = new Map<string, RecordableHistogram>()
  private all = newHistogram()
  private kinds: readonly LoadKind[] = []
  private idle: Caller[] = []
  private isMeasuring = false
  private isSending = false
  private isPaced = false
  private errors = 0
  private firstError = ''
  /** Stations that have nothing left to send in this phase. */
  private finished = 0
  private onFinished: () => void = () => void this.finished++

  constructor(target: LoadTarget) {
    this.url = loopbackUrl(target.url)
    this.callers = target.stations.map(
      (station, index) =>
        new Caller(
          { url: this.url, station, index },
          {
            answered: (caller, kind, microseconds) => this.answered(caller, kind, microseconds),
            failed: (why) => this.failed(why),
          },
        ),
    )
  }

  /** Connects and boots all stations; rejected ones retry after the time that the server names. */
  async open(atOnce = 100): Promise<OpenFigures> {
    this.opening = await openCallers(this.callers, atOnce)
    return this.opening
  }

  /** Runs a phase and returns its figures. */
  async run(phase: LoadPhase): Promise<LoadFigures> {
    const warmup = phase.warmupSeconds ?? 1
    if (!(phase.seconds > 0) || phase.seconds + warmup > maxSeconds)
      throw new Error(`A phase lasts from 0 to ${maxSeconds} s`)
    const { first = 0, active: count = Infinity } = phase
    const active = this.callers.filter((caller) => caller.isOpen).slice(first, first + count)
    this.begin(phase)
    await this.prepare(active)
    this.isSending = true
    // Each station starts at a different step of the cycle, so that all kinds are sent at any moment.
    for (const [index, caller] of active.entries()) caller.step = index
    if (phase.ratePerS) this.pace(active, phase.ratePerS)
    else for (const caller of active) this.next(caller)
    await sleep(warmup * 1000)
    await phase.onMeasure?.()
    const cpu = process.cpuUsage()
    const startMs = performance.now()
    this.isMeasuring = true
    await this.span(phase.seconds, active.length)
    this.isMeasuring = false
    const seconds = (performance.now() - startMs) / 1000
    const used = process.cpuUsage(cpu)
    await phase.onMeasured?.()
    this.isSending = false
    await this.drain(active)
    return this.figures(active.length, seconds, used.user + used.system)
  }

  /** Waits until the last CALLs are answered. */
  private async drain(active: readonly Caller[]): Promise<void> {
    const deadlineMs = performance.now() + 30_000
    while (active.some((caller) => caller.isBusy) && performance.now() < deadlineMs) await sleep(1)
  }

  /** Waits for the end of the phase, or until no station has anything left to send. */
  private async span(seconds: number, active: number): Promise<void> {
    const over = new AbortController()
    const finished = new Promise<void>((resolve) => {
      this.onFinished = () => {
        if (++this.finished >= active) resolve()
      }
    })
    if (this.finished < active || active === 0)
      // The aborted timer rejects; all that matters is that the wait is over.
      await Promise.race([
        sleep(seconds * 1000, undefined, { signal: over.signal }).catch(() => {}),
        finished,
      ])
    over.abort()
  }

  /** Closes all connections. */
  close(): void {
    this.isSending = false
    for (const caller of this.callers) caller.close()
  }

  private begin(phase: LoadPhase): void {
    this.kinds = phase.kinds
    this.histograms = new Map(phase.kinds.map((kind) => [kind, newHistogram()]))
    this.all = newHistogram()
    this.errors = 0
    this.firstError = ''
    this.finished = 0
    this.isPaced = (phase.ratePerS ?? 0) > 0
  }

  /** Starts transactions where needed: meter values belong to one, and only a running one can be stopped. */
  private async prepare(active: readonly Caller[]): Promise<void> {
    const needsRunning = this.kinds.some((kind) => kind === 'MeterValues' || kind === 'StopTransaction')
    if (!needsRunning || this.kinds.includes('StartTransaction')) return
    const without = active.filter((caller) => caller.transactions.length === 0)
    for (let at = 0; at < without.length; at += 50)
      await Promise.all(without.slice(at, at + 50).map((caller) => caller.ask('StartTransaction')))
  }

  /** Sends the next message of a station. */
  private next(caller: Caller): void {
    const kind = this.kinds[caller.step++ % this.kinds.length]!
    const hasRunning = caller.transactions.length > 0
    const canStart = this.kinds.includes('StartTransaction')
    const canStop = this.kinds.includes('StopTransaction')
    // Stations begin at different steps of the cycle; a stop needs a start before it, and a start a free
    // connector.
    if (kind === 'StopTransaction' && !hasRunning)
      return canStart ? caller.send('StartTransaction') : this.onFinished()
    if (kind === 'StartTransaction' && hasRunning && canStop) return caller.send('StopTransaction')
    if (kind === 'MeterValues' && !hasRunning && canStart) return caller.send('StartTransaction')
    caller.send(kind)
  }

  private pace(active: readonly Caller[], ratePerS: number): void {
    this.idle = [...active]
    const startMs = performance.now()
    let sent = 0
    const tick = (): void => {
      if (!this.isSending) return
      const due = ((performance.now() - startMs) / 1000) * ratePerS
      while (sent < due && this.idle.length > 0) {
        const caller = this.idle.shift()!
        if (caller.isOpen) this.next(caller)
        sent++
      }
      // Never catches up on more than a second, so that a server is not overloaded after an interruption.
      sent = Math.max(sent, due - ratePerS)
      setTimeout(tick, 1)
    }
    tick()
  }

  private answered(caller: Caller, kind: string, microseconds: number): void {
    if (this.isMeasuring) {
      this.all.record(microseconds)
      this.histograms.get(kind)?.record(microseconds)
    }
    if (!this.isSending) return
    if (this.isPaced) this.idle.push(caller)
    else this.next(caller)
  }

  private failed(why: string): void {
    this.errors++
    this.firstError ||= why
  }

  private figures(active: number, seconds: number, cpuUs: number): LoadFigures {
    const latency = latencyFigures(this.all)
    return {
      open: this.callers.filter((caller) => caller.isOpen).length,
      active,
      seconds: Math.round(seconds * 100) / 100,
      ...latency,
      callsPerS: Math.round(latency.calls / seconds),
      errors: this.errors,
      firstError: this.firstError,
      loadCpuUsPerCall: latency.calls === 0 ? 0 : Math.round((cpuUs / latency.calls) * 10) / 10,
      byKind: Object.fromEntries(
        [...this.histograms].map(([kind, histogram]) => [kind, latencyFigures(histogram)]),
      ),
    }
  }
}
