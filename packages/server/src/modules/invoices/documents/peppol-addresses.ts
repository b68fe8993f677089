import { isDutchVatId } from './identifiers.ts'
import type { ElectronicAddress } from './invoice-document.ts'

/** Schemes of the list EAS that Peppol does not have, or no longer (PEPPOL-EN16931-CL008). */
const otherSchemes = new Set(
  '0037 0147 0154 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 AN AQ AS AU EM'.split(' '),
)

/** Returns the sum of the digits of a number, every second of which is doubled, from the right (ISO/IEC 7812). */
const luhnSum = (text: string) =>
  [...text].toReversed().reduce((sum, sign, at) => {
    const value = Number(sign) * (at % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)

const australianWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
const australianSum = (text: string) =>
  australianWeights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) - australianWeights[0]!

/**
 * Formats of addresses, whose violation Peppol rejects: rules PEPPOL-COMMON-R040, R042, R043, R049, R050 and R052 to R056. The check
 * digits of 0088, 0192 and 0208 are checked for every document.
 */
const formats: Readonly<Record<string, (id: string) => boolean>> = {
  '0007': (id) => /^\d{10}$/.test(id) && luhnSum(id) % 10 === 0,
  '0088': (id) => /^\d{13}$/.test(id),
  '0096': (id) => /^\d{10}$/.test(id),
  '0106': (id) => /^\d{8}$/.test(id),
  '0151': (id) => /^\d{11}$/.test(id) && australianSum(id) % 89 === 0,
  '0184': (id) => /^(DK)?\d{8}$/.test(id),
  '0190': (id) => /^\d{20}$/.test(id),
  '0198': (id) => /^DK\d{8}$/.test(id),
  '0208': (id) => /^[01]\d{9}$/.test(id),
  '9944': isDutchVatId,
}

/** Returns true if Peppol can deliver to an electronic address that is in the list EAS. */
export const isPeppolAddress = ({ scheme, id }: ElectronicAddress): boolean =>
  !otherSchemes.has(scheme) && (formats[scheme]?.(id) ?? true)
