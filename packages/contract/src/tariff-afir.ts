import type { TariffDefinition } from './tariff-definition.ts'

/** Power of a connector in W from which AFIR Article 5(4) limits prices for charging without registration. */
export const afirPowerW = 50_000

/** Dimensions in the order in which AFIR Article 5(4) requires them to be displayed below 50 kW: kWh, minute, session, other. */
export const afirOrder = ['ENERGY', 'TIME', 'FLAT', 'PARKING_TIME'] as const

export interface AfirProblem {
  code: 'tariff.afir_time' | 'tariff.afir_flat' | 'tariff.afir_minimum'
  /** An `error` is not allowed; a `warning` acts like a price per session. */
  level: 'error' | 'warning'
  /** Path in the definition. */
  field: string
}

const isZero = (price: string): boolean => /^-?0*\.?0*$/.test(price.trim())

/**
 * Returns what AFIR Article 5(4) does not allow without registration at 50 kW or more: there the price is per kWh, and
 * per minute of occupancy (PARKING_TIME) in addition. Prices of reservations are not part of it.
 */
export function afirProblems({ elements, min_price }: TariffDefinition): AfirProblem[] {
  const problems = elements.flatMap(({ price_components: components, restrictions }, index) =>
    restrictions?.reservation === undefined
      ? components.flatMap(({ type, price }, place): AfirProblem[] => {
          if (isZero(price) || (type !== 'TIME' && type !== 'FLAT')) return []
          const code = type === 'TIME' ? 'tariff.afir_time' : 'tariff.afir_flat'
          return [{ code, level: 'error', field: `elements[${index}].price_components[${place}].type` }]
        })
      : [],
  )
  if (min_price !== undefined && !isZero(min_price))
    problems.push({ code: 'tariff.afir_minimum', level: 'warning', field: 'min_price' })
  return problems
}
