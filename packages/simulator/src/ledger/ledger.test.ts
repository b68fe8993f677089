import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually, useBench } from '../../test/fleet.ts'
import { acknowledgedFacts } from './acknowledged.ts'
import { fileLedger, memoryLedger, readLedger } from './ledger.ts'

const bench = useBench()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a ledger', () => {
  // Proves F24
  it('contains what was sent, what was answered, and when', async () => {
    const ledger = memoryLedger()
    const station = await bench.online({ ledger })
    expect(ledger.entries[0]).toMatchObject({
      identity: 'CP-1',
      connection: 1,
      id: '1.1',
      action: 'BootNotification',
      outcome: 'result',
      payload: { chargePointVendor: 'Stationmaster' },
      answer: { status: 'Accepted' },
    })
    expect(ledger.entries[0]!.endedAt >= ledger.entries[0]!.sentAt).toBe(true)
    bench.farEnd.answers.Authorize = () => 'close'
    await station.call('Authorize', { idTag: 'A' })
    expect(ledger.entries.at(-1)).toMatchObject({ action: 'Authorize', outcome: 'lost', answer: null })
  })

  it('distinguishes discarded messages from acknowledged ones', async () => {
    const ledger = memoryLedger()
    bench.farEnd.answers.StartTransaction = () => ({ error: 'InternalError' })
    const station = await bench.online({ ledger, settings: { TransactionMessageAttempts: '1' } })
    await station.visits.presentCard(1, 'A')
    const { carModel, newCar } = await import('../physics/car.ts')
    station.visits.plugIn(1, newCar(carModel('van')))
    await eventually(() => expect(station.queued.discarded).toBe(1))
    expect(ledger.entries.slice(-2).map((each) => [each.action, each.outcome])).toEqual([
      ['StartTransaction', 'error'],
      ['StartTransaction', 'discarded'],
    ])
    expect(acknowledgedFacts(ledger.entries).starts).toEqual([])
  })

  it('appends to a file and reads it up to a truncated line', () => {
    const path = join(folder, 'deep', 'acks.jsonl')
    const entry = {
      identity: 'A',
      connection: 1,
      id: '1',
      action: 'Heartbeat',
      payload: {},
      outcome: 'result' as const,
      answer: {},
      sentAt: '2026-01-01T00:00:00.000Z',
      endedAt: '2026-01-01T00:00:00.010Z',
    }
    for (const id of ['1', '2']) {
      const ledger = fileLedger(path)
      ledger.append({ ...entry, id })
      ledger.close()
    }
    appendFileSync(path, '{"identity":"A","conn')
    expect(readLedger(path).map((each) => each.id)).toEqual(['1', '2'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})
