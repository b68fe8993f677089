// Measures the processor time of the pricing function.
import { loadTypescript } from '../load-typescript.mjs'

const start = Date.parse('2026-01-05T15:00:00Z')
const secondMs = 1_000
const sampleSeconds = 30

const component = (type, price, restrictions) => ({
  price_components: [{ type, price }],
  ...(restrictions && { restrictions }),
})
const day = component('ENERGY', '0.49', { start_time: '06:00', end_time: '22:00' })
const tariffs = {
  'one price': [component('ENERGY', '0.49')],
  'time of day, kWh, time, idle time, fee': [
    day,
    component('ENERGY', '0.39', { max_kwh: '20' }),
    component('ENERGY', '0.35'),
    component('TIME', '1.20', { min_duration: 14_400 }),
    component('PARKING_TIME', '6.00'),
    component('FLAT', '0.50'),
  ],
  power: [component('ENERGY', '0.39', { max_power: 11 }), component('ENERGY', '0.49')],
}

function sessionOf(count) {
  const samples = []
  let wh = 1_000
  for (let index = 1; index <= count; index++) {
    wh += 60 + ((index * 7) % 70)
    samples.push([start + index * sampleSeconds * secondMs, wh])
  }
  const stoppedAt = start + (count + 1) * sampleSeconds * secondMs
  const states = [
    [start, 'Charging'],
    [stoppedAt - 1_800 * secondMs, 'SuspendedEV'],
    [stoppedAt, 'Finishing'],
  ]
  return {
    startedAt: start,
    stoppedAt,
    meterStartWh: 1_000,
    meterStopWh: wh,
    samples,
    states,
    maxPowerW: 22_000,
    timesTrusted: true,
    held: false,
  }
}

/** Measures prices by number of samples and kind of tariff; returns the figures. */
export async function measurePrice(bench) {
  const { price, offsetsOf } = await loadTypescript(
    'packages/server/src/modules/tariffs/index.ts',
    'bench-tariffs',
  )
  const rows = []
  bench.print('samples  tariff                                    ms CPU per price()')
  for (const samples of [10, 600, 3_000])
    for (const [name, elements] of Object.entries(tariffs)) {
      const session = sessionOf(samples)
      const tariff = { currency: 'EUR', tax_included: 'YES', vat: 1_900, elements }
      const input = {
        tariff,
        offsets: offsetsOf('Europe/Berlin', session.startedAt, session.stoppedAt),
        session,
      }
      const cpuMs = measure(() => price(input))
      rows.push({ samples, name, cpuMs })
      bench.print(`${String(samples).padStart(7)}  ${name.padEnd(40)}  ${cpuMs.toFixed(3)}`)
    }
  return rows
}

/** Returns the median processor time of a call in ms. */
function measure(call) {
  const rounds = []
  for (let round = 0; round < 9; round++) {
    const from = process.cpuUsage()
    let calls = 0
    let used
    do {
      for (let index = 0; index < 20; index++) call()
      calls += 20
      const { user, system } = process.cpuUsage(from)
      used = (user + system) / 1_000
    } while (used < 100)
    rounds.push(used / calls)
  }
  return rounds.sort((one, other) => one - other)[rounds.length >> 1]
}
