import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually, useBench } from '../../test/fleet.ts'
import { acknowledgedFacts } from '../ledger/acknowledged.ts'
import { readLedger } from '../ledger/ledger.ts'
import { accountLink, readKey } from './arguments.ts'
import { runLoadCommand } from './load.ts'
import { runStations } from './run.ts'

const bench = useBench()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function terminal() {
  const printed: string[] = []
  const errors: string[] = []
  return {
    printed,
    errors,
    print: (line: string) => void printed.push(line),
    printError: (line: string) => void errors.push(line),
  }
}
const never = new AbortController().signal

describe('the command line', () => {
  // Proves F24
  it('runs a scenario, writes a ledger, and exits with 0', async () => {
    const out = terminal()
    const ledger = join(folder, 'acks.jsonl')
    const argv = ['--url', bench.farEnd.url, '--identity', 'A', '--scenario', 'plug-first', '--speed', '9999']
    expect(await runStations([...argv, '--ledger', ledger, '--cards', 'MINE'], out, never)).toBe(0)
    expect(out.printed.at(-1)).toBe('A: plug-first completed')
    const facts = acknowledgedFacts(readLedger(ledger))
    expect(facts.starts).toMatchObject([
      { identity: 'A', request: { idTag: 'MINE' }, response: { transactionId: 1001 } },
    ])
    expect(facts.stops).toMatchObject([{ request: { transactionId: 1001 } }])
  })

  it('exits with 1 and prints why a scenario failed', async () => {
    bench.farEnd.answers.Authorize = () => ({ idTagInfo: { status: 'Expired' } })
    const out = terminal()
    const argv = ['--url', bench.farEnd.url, '--identity', 'A', '--scenario', 'plug-first']
    expect(await runStations(argv, out, never)).toBe(1)
    expect(out.errors[0]).toContain('was refused and not started')
  })

  it('runs a fleet from a file until it is stopped', async () => {
    const file = join(folder, 'fleet.json')
    const connectors = [{ id: 1, kind: 'ac', powerW: 11_000 }]
    const stations = ['A', 'B'].map((identity) => ({
      identity,
      key: `key-${identity}`,
      connectors,
      behaviour: 'idle',
    }))
    writeFileSync(file, JSON.stringify({ url: bench.farEnd.url, stations }))
    const over = new AbortController()
    const ended = runStations(['fleet', file], terminal(), over.signal)
    await eventually(() => expect(bench.farEnd.of('BootNotification')).toHaveLength(2))
    over.abort()
    expect(await ended).toBe(0)
    await eventually(() => expect(bench.farEnd.open).toBe(0))
    expect(
      bench.farEnd.handshakes.map((each) => Buffer.from(each.authorization.slice(6), 'base64').toString()),
    ).toEqual(['A:key-A', 'B:key-B'])
  })

  it('numbers several stations and prints their frames', async () => {
    const over = new AbortController()
    const out = terminal()
    const argv = [
      '--url',
      bench.farEnd.url,
      '--stations',
      '3',
      '--prefix',
      'X',
      '--scenario',
      'idle',
      '--frames',
    ]
    const ended = runStations(argv, out, over.signal)
    await eventually(() =>
      expect(out.printed.filter((line) => line.includes('BootNotification'))).toHaveLength(3),
    )
    over.abort()
    await ended
    expect(bench.farEnd.handshakes.map((each) => each.url)).toEqual(
      [1, 2, 3].map((n) => `/ocpp/test/X000${n}`),
    )
  })

  it('prints when a station is rejected and when it comes online', async () => {
    const over = new AbortController()
    const out = terminal()
    bench.farEnd.admit = () => ({ status: 401 })
    const argv = ['--url', bench.farEnd.url, '--identity', 'A', '--scenario', 'idle']
    const ended = runStations(argv, out, over.signal)
    await eventually(() => expect(out.printed.at(-1)).toContain('HTTP 401: the identity or the key is wrong'))
    bench.farEnd.admit = () => ({ status: 101 })
    await eventually(() => expect(out.printed.at(-1)).toBe('A is online'))
    over.abort()
    expect(await ended).toBe(0)
  })

  it.each([
    ['ws://host/ocpp/acme/', 'ws://host/ocpp/acme/'],
    ['ws://host/ocpp/acme/CP%2F1', 'ws://host/ocpp/acme/'],
    ['ws://host/ocpp/acme', 'ws://host/ocpp/acme'],
    ['ws://host/ocpp/CP%2F1/', 'ws://host/ocpp/CP%2F1/'],
  ])('reads the link %s as %s', (link, account) => {
    expect(accountLink(link, 'CP/1')).toBe(account)
  })

  it.each([
    [['--help'], 0, 'Virtual charging stations'],
    [['--list'], 0, 'Q48'],
    [[], 2, '--url is missing'],
    [['--url', 'ws://127.0.0.1:1/'], 2, 'which stations?'],
    [['--url', 'ws://127.0.0.1:1/', '--identity', 'A', '--quirks', 'Q1,Q77'], 2, 'No quirk "Q77"'],
    [['--url', 'ws://127.0.0.1:1/', '--identity', 'A', '--scenario', 'dance'], 2, 'No scenario "dance"'],
    [['--url', 'ws://127.0.0.1:1/', '--stations', 'many'], 2, '--stations must be a number from 1'],
    [['fleet', '/nowhere/fleet.json'], 2, 'Cannot read the fleet file'],
    [['--colour', 'red'], 2, "Unknown option '--colour'"],
    [['sing'], 2, 'Not understood: sing'],
  ])('%j exits with %i and prints %j', async (argv, code, words) => {
    const out = terminal()
    expect(await runStations(argv, out, never)).toBe(code)
    expect([...out.printed, ...out.errors].join('\n')).toContain(words)
  })

  it.each([
    ['plain', Buffer.from('plain')],
    ['hex:00ff10', Buffer.from([0, 255, 16])],
    ['base64:AP8Q', Buffer.from([0, 255, 16])],
  ])('reads the key %s', (text, bytes) => {
    expect(Buffer.from(readKey(text))).toEqual(bytes)
  })
})

describe('the command load', () => {
  it('prints one line per phase', async () => {
    const out = terminal()
    const argv = [
      '--url',
      bench.farEnd.url,
      '--stations',
      '2',
      '--seconds',
      '0.1',
      '--warmup',
      '0',
      '--kinds',
    ]
    expect(await runLoadCommand([...argv, 'Heartbeat,StartTransaction+StopTransaction'], out, never)).toBe(0)
    const lines = out.printed.map((line) => JSON.parse(line) as { phase: string; errors?: number })
    expect(lines.map((line) => line.phase)).toEqual(['open', 'Heartbeat', 'StartTransaction+StopTransaction'])
    expect(lines[2]!.errors).toBe(0)
    expect(bench.farEnd.violations).toEqual([])
  })

  it.each([
    [['--help'], 0, '--storm'],
    [[], 2, '--url is missing'],
    [['--url', 'ws://127.0.0.1:1/', '--kinds', 'Dance', '--stations', '0'], 2, 'Unknown kind "Dance"'],
  ])('%j exits with %i and prints %j', async (argv, code, words) => {
    const out = terminal()
    expect(await runLoadCommand(argv, out, never)).toBe(code)
    expect([...out.printed, ...out.errors].join('\n')).toContain(words)
  })
})
