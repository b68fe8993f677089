import { currencyDigits, type TariffDefinition } from '@stationmaster/contract'
import { decimalOf } from '../../shared/money.ts'
import { offsetsOf, price, taxesOf } from '../tariffs/index.ts'

const hourMs = 3_600_000
/** Power that an estimate assumes if that of the connector is not known. */
const usualPowerW = 11_000

interface Charge {
  definition: TariffDefinition
  powerW: number | null
  timeZone: string | null
  energyKwh: number
  /** Start in ms since 1970. */
  at: number
}

/** Returns the gross price of a charge that starts now with constant power and leaves when it ends, in minor units. */
export function estimateMinor({ definition, powerW, timeZone, energyKwh, at }: Charge): number {
  const watts = powerW !== null && powerW > 0 ? powerW : usualPowerW
  const wh = energyKwh * 1_000
  const end = at + Math.round((wh / watts) * hourMs)
  const { charges } = price({
    tariff: definition,
    offsets: offsetsOf(timeZone ?? 'UTC', at, end),
    session: {
      startedAt: at,
      stoppedAt: end,
      releasedAt: end,
      meterStartWh: 0,
      meterStopWh: wh,
      samples: [],
      states: [[at, 'Charging']],
      maxPowerW: watts,
      timesTrusted: true,
      held: false,
    },
  })
  return taxesOf(charges, definition).gross
}

/** Returns that price and its share per kWh as decimal text. */
export function estimateOf(charge: Charge): { estimate: string; perkwh: string; minor: number } {
  const { currency } = charge.definition
  const minor = estimateMinor(charge)
  const unit = minor / charge.energyKwh / 10 ** (currencyDigits(currency) ?? 2)
  return { minor, estimate: decimalOf(minor, currency), perkwh: unit.toFixed(3).replace(/0$/, '') }
}
