import type { Rated } from './rate-session.ts'

/** Cost of a session, and the parts of it that energy and time cause, in minor units with tax. */
export interface CostParts {
  grossMinor: number
  energyMinor: number
  timeMinor: number
}

/** Returns the parts of a price; the tax is shared in proportion to the amounts. */
export function costPartsOf({ grossMinor, charges }: Pick<Rated, 'grossMinor' | 'charges'>): CostParts {
  const sumOf = (services: readonly string[] | null) =>
    charges.reduce(
      (sum, { service, amountMinor }) => (services?.includes(service) === false ? sum : sum + amountMinor),
      0,
    )
  const all = sumOf(null)
  const shareOf = (service: string) => (all === 0 ? 0 : (sumOf([service]) / all) * grossMinor)
  return { grossMinor, energyMinor: shareOf('ENERGY'), timeMinor: shareOf('TIME') }
}
