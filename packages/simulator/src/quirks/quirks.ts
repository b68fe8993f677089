import { frameQuirks } from './frames.ts'
import { habitQuirks } from './habits.ts'
import type { Quirk } from './hooks.ts'
import { QuirkSet } from './quirk-set.ts'
import { readingQuirks } from './readings.ts'
import { timeQuirks } from './time.ts'
import { transactionQuirks } from './transactions.ts'
import { transportQuirks } from './transport.ts'

/** Numbered quirks by number, then those with names. */
const rank = ({ name }: Quirk): number => (/^Q\d+$/.test(name) ? Number(name.slice(1)) : 1_000)

/** All quirks: known departures of real stations from the standard. */
export const quirks: readonly Quirk[] = [
  ...transportQuirks,
  ...timeQuirks,
  ...frameQuirks,
  ...transactionQuirks,
  ...readingQuirks,
  ...habitQuirks,
].sort((a, b) => rank(a) - rank(b))

/** Returns the quirks with these names combined; throws for an unknown name. */
export function quirkSet(names: readonly string[] = []): QuirkSet {
  return new QuirkSet(
    names.map((name) => {
      const quirk = quirks.find((each) => each.name.toLowerCase() === name.toLowerCase())
      if (!quirk)
        throw new Error(`No quirk "${name}"; there are ${quirks.map((each) => each.name).join(', ')}`)
      return quirk
    }),
  )
}
