import { describe, expect, it } from 'vitest'
import { useBench } from '../../test/fleet.ts'
import { Load } from './load.ts'
import { FrameTemplate } from './masked-frame.ts'
import { loadKinds, loadMix } from './messages.ts'
import { reconnectStorm } from './storm.ts'

const bench = useBench()
const stations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ identity: `L-${index}`, key: 'secret', card: 'CARD' }))

describe('a load', () => {
  it.each([...loadKinds.map((kind) => [kind, [kind]] as const), ['the mix', loadMix] as const])(
    'of %s is answered without an error and according to the rules',
    async (_name, kinds) => {
      const load = new Load({ url: bench.farEnd.url, stations: stations(5) })
      expect(await load.open()).toMatchObject({ open: 5, refused: 0 })
      // The phase that only stops needs running transactions.
      await load.run({ kinds: ['StartTransaction'], active: 3, seconds: 0.05, warmupSeconds: 0 })
      const figures = await load.run({ kinds, active: 3, seconds: 0.1, warmupSeconds: 0 })
      load.close()
      expect(figures).toMatchObject({ open: 5, active: 3, errors: 0, firstError: '' })
      expect(figures.calls).toBeGreaterThan(0)
      expect(bench.farEnd.violations).toEqual([])
      const starts = bench.farEnd.of('StartTransaction').map((each) => JSON.stringify(each))
      expect(new Set(starts).size).toBe(starts.length)
      const known = bench.farEnd.of('StopTransaction').map((each) => each.transactionId)
      expect(new Set(known).size).toBe(known.length)
      expect(known.every((number) => number > 1_000)).toBe(true)
    },
  )

  it('respects a rate', async () => {
    const load = new Load({ url: bench.farEnd.url, stations: stations(10) })
    await load.open()
    const rates: number[] = []
    // A busy machine may not reach the rate immediately; the rate is never exceeded.
    while (rates.length < 8 && !rates.some((rate) => rate > 150)) {
      const plan = { seconds: 0.5, warmupSeconds: 0.1, ratePerS: 200 }
      rates.push((await load.run({ kinds: ['Heartbeat'], ...plan })).callsPerS)
    }
    load.close()
    expect(Math.max(...rates), `rates: ${rates.join(', ')}`).toBeGreaterThan(150)
    expect(Math.max(...rates)).toBeLessThan(250)
  })

  it('counts answers that do not match their CALL', async () => {
    bench.farEnd.answers.Heartbeat = () => ({ error: 'InternalError' })
    const load = new Load({ url: bench.farEnd.url, stations: stations(1) })
    await load.open()
    const figures = await load.run({ kinds: ['Heartbeat'], seconds: 0.05, warmupSeconds: 0 })
    load.close()
    expect(figures.errors).toBeGreaterThan(0)
    expect(figures.firstError).toContain('InternalError')
  })

  it('connects only to this machine', () => {
    expect(() => new Load({ url: 'ws://203.0.113.9/ocpp/x/', stations: [] })).toThrow('Load goes only to')
  })

  it('sends its key and retries after a 503', async () => {
    let refusals = 3
    bench.farEnd.admit = ({ headers }) => {
      if (headers.authorization !== `Basic ${Buffer.from('L-0:secret').toString('base64')}`)
        return { status: 401 }
      return refusals-- > 0 ? { status: 503, headers: { 'Retry-After': '0' } } : { status: 101 }
    }
    const load = new Load({ url: bench.farEnd.url, stations: stations(2) })
    expect(await load.open()).toMatchObject({ open: 1, refused: 4 })
    load.close()
  })
})

describe('a reconnect storm', () => {
  it('ends with the last answered boot, while another station sends heartbeats', async () => {
    let refusals = 10
    bench.farEnd.admit = ({ url }) =>
      url !== '/ocpp/test/L-0' && refusals-- > 0
        ? { status: 503, headers: { 'Retry-After': '0' } }
        : { status: 101 }
    const figures = await reconnectStorm({ url: bench.farEnd.url, stations: stations(40) }, 10)
    expect(figures).toMatchObject({ stations: 39, booted: 39, refused: 10, errors: 0 })
    expect(figures.lastBootMs).toBeGreaterThan(0)
    expect(figures.bystander.calls).toBeGreaterThan(0)
    expect(bench.farEnd.violations).toEqual([])
  })
})

describe('a frame template', () => {
  it('writes into its placeholders and leaves the rest unchanged', () => {
    const template = new FrameTemplate('[2,"####","é",$$$$$]', ['####', '$$$$$', 'absent'])
    template.fill('####', 'ab12')
    template.fill('$$$$$', '42')
    template.fill('absent', 'x')
    const { bytes } = template
    const text = bytes.subarray(6).map((byte, index) => byte ^ bytes[2 + (index & 3)]!)
    expect(Buffer.from(text).toString()).toBe('[2,"ab12","é",   42]')
  })
})
