import { describe, expect, it } from 'vitest'
import { eventually, useBench } from '../../test/fleet.ts'
import type { SimulatedStation } from '../station.ts'
import { scenarios } from './scenarios.ts'
import { setStage, untilCharged } from './steps.ts'

const bench = useBench()
const past = new Date(0).toISOString()

/** Commands of the operator in the scenarios that wait for one. */
const operators: Record<string, (station: SimulatedStation) => Promise<unknown>> = {
  'remote-start': async (station) => {
    await bench.farEnd.command('RemoteStartTransaction', { idTag: 'REMOTE' })
    await station.until((it) => it.connector(1).transaction?.number != null)
    await untilCharged(setStage(station))
    const transactionId = station.connector(1).transaction!.number!
    await bench.farEnd.command('RemoteStopTransaction', { transactionId })
  },
  reservation: () =>
    bench.farEnd.command('ReserveNow', {
      connectorId: 1,
      expiryDate: new Date(Date.now() + 60_000).toISOString(),
      idTag: 'HOLDER',
      reservationId: 1,
    }),
  firmware: () =>
    bench.farEnd.command('UpdateFirmware', { location: 'ftp://f.test/fw.bin', retrieveDate: past }),
  diagnostics: () => bench.farEnd.command('GetDiagnostics', { location: 'ftp://f.test/' }),
  reset: async (station) => {
    await station.until((it) => it.connector(1).transaction?.number != null)
    await bench.farEnd.command('Reset', { type: 'Soft' })
  },
}

/** Transaction messages that the far end receives, in order. */
const expected: Record<string, string[]> = {
  'plug-first': ['StartTransaction', 'StopTransaction'],
  'tag-first': ['StartTransaction', 'StopTransaction'],
  'remote-start': ['StartTransaction', 'StopTransaction'],
  reservation: ['StartTransaction', 'StopTransaction'],
  offline: ['StartTransaction', 'StopTransaction', 'StartTransaction', 'StopTransaction'],
  firmware: [],
  diagnostics: [],
  reset: ['StartTransaction', 'StopTransaction'],
  fault: ['StartTransaction', 'StopTransaction', 'StartTransaction', 'StopTransaction'],
  'ev-disconnect': ['StartTransaction', 'StopTransaction'],
}

describe('scenarios', () => {
  // Proves F24
  it.each(scenarios.map((each) => [each.name, each] as const))('%s', async (name, { play }) => {
    // Fast enough that a tick sees the energy that is waited for, slow enough that the car is not full by
    // then.
    const station = await bench.online({
      speed: 300,
      connectors: [{ id: 1, kind: 'dc', powerW: 50_000 }],
    })
    const played = play(setStage(station, { chargeWh: 5, timeoutMs: 8_000 }))
    await operators[name]?.(station)
    await played
    await eventually(() =>
      expect(bench.farEnd.actions().filter((action) => /^St\w+Transaction/.test(action))).toEqual(
        expected[name],
      ),
    )
    expect(bench.farEnd.violations).toEqual([])
  })

  it('name what differed', async () => {
    bench.farEnd.answers.Authorize = () => ({ idTagInfo: { status: 'Blocked' } })
    const station = await bench.online()
    await expect(scenarios[0]!.play(setStage(station, { card: 'BAD' }))).rejects.toThrow(
      /Card BAD at CP-1: accepted, connectors 1 Preparing.* was refused and not started/,
    )
  })
})
