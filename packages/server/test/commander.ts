import { setTimeout as pause } from 'node:timers/promises'
import type { Random, SimulatedStation } from '@stationmaster/simulator'
import { expect } from 'vitest'
import type { FreshDatabase } from './database.ts'
import type { ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'

const everyMs = 200
const stationsPerRequest = 4

interface CommanderDeps {
  web: ServerProcess
  stations: readonly SimulatedStation[]
  random: Random
}

/** Sends commands to random stations all the time; each carries a text of its own, by which stations count it. */
export class Commander {
  private readonly deps: CommanderDeps
  /** Texts of commands whose request was accepted. */
  private readonly accepted: string[] = []
  /** How often each station received each text. */
  private readonly received = new Map<string, number>()
  private readonly closing = new AbortController()
  private readonly running: Promise<void>

  constructor(deps: CommanderDeps) {
    this.deps = deps
    for (const station of deps.stations)
      station.observe((direction, text) => {
        if (direction !== 'in' || !text.startsWith('[2,')) return
        const [, , action, { data }] = JSON.parse(text) as [number, string, string, { data?: string }]
        if (action !== 'DataTransfer' || data === undefined) return
        const key = `${station.identity} ${data}`
        this.received.set(key, (this.received.get(key) ?? 0) + 1)
      })
    this.running = this.run()
  }

  private async run(): Promise<void> {
    const { web, stations, random } = this.deps
    const { signal } = this.closing
    for (let n = 0; !signal.aborted; n++) {
      const identities = Array.from({ length: stationsPerRequest }, () => random.pick(stations).identity)
      const data = `command ${n}`
      const payload = { vendorId: 'Stationmaster', messageId: 'Echo', data }
      // a request whose response was lost may have been stored: the database is what counts
      await web.call('/command/send', { identities, action: 'DataTransfer', payload }).then(
        () => this.accepted.push(data),
        () => {},
      )
      await pause(everyMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Stops sending, waits until no command is open, and compares each with what its station received. */
  async finish({ pool }: FreshDatabase): Promise<Record<string, number>> {
    this.closing.abort()
    await this.running
    const read = async () => {
      const { rows } = await pool.query<{ identity: string; data: string; state: string }>(
        `select s.identity, c.request->>'data' as data, c.state from commands c join stations s on s.id = c.station_id
        where c.action = 'DataTransfer'`,
      )
      return rows
    }
    const rows = await eventually(async () => {
      const found = await read()
      return found.every(({ state }) => state !== 'queued' && state !== 'sent') && found
    })
    const untrue = rows.filter(({ identity, data, state }) => {
      const times = this.received.get(`${identity} ${data}`) ?? 0
      if (state === 'accepted') return times !== 1
      if (state === 'unknown' || state === 'timeout') return times > 1
      return times > 0
    })
    expect(untrue).toEqual([])
    const stored = new Set(rows.map(({ identity, data }) => `${identity} ${data}`))
    expect([...this.received.keys()].filter((key) => !stored.has(key))).toEqual([])
    const texts = new Set(rows.map(({ data }) => data))
    expect(this.accepted.filter((data) => !texts.has(data))).toEqual([])
    const counts: Record<string, number> = {}
    for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
    return counts
  }
}
