import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connectorList, stationSet } from '@stationmaster/contract'
import { expect, vi } from 'vitest'
import type { OperatorConsole } from './operator-console.ts'

const simulator = fileURLToPath(new URL('../../simulator/bin/stationmaster-simulator.mjs', import.meta.url))

interface Options {
  identity: string
  label: string
  site?: string
  /** Cards that are shown to its reader. */
  cards?: string
}

/** A public station of the simulator in a process of its own, which charges as soon as it is asked. */
export class SimulatedStation {
  readonly id: string
  /** Id of connector 1. */
  readonly connector: string
  private readonly process: ChildProcess

  private constructor(id: string, connector: string, process: ChildProcess) {
    this.id = id
    this.connector = connector
    this.process = process
  }

  /** Adds the station, and waits until its first connector is available. */
  static async open(
    operatorConsole: OperatorConsole,
    { cards, ...station }: Options,
  ): Promise<SimulatedStation> {
    const { identity } = station
    const added = await operatorConsole.request(stationSet, { id: null, typecode: 'public', ...station })
    const words = [`--url=${added.link}`, `--key=${added.key}`, `--identity=${identity}`]
    words.push('--scenario=remote-start', '--speed=12', '--sample-interval=2')
    if (cards !== undefined) words.push(`--cards=${cards}`)
    const running = spawn(process.execPath, [simulator, ...words])
    const connectors = () => operatorConsole.request(connectorList, { filter: { identity, connectorid: 1 } })
    await vi.waitFor(async () => expect((await connectors())[0]?.statecode).toBe('available'), {
      timeout: 90_000,
      interval: 200,
    })
    return new SimulatedStation(added.station.id, (await connectors())[0]!.id, running)
  }

  async close(): Promise<void> {
    if (this.process.exitCode !== null) return
    this.process.kill('SIGKILL')
    await once(this.process, 'exit')
  }
}
