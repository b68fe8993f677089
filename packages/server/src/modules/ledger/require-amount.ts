/** Throws unless the number is an amount in minor units above zero that JavaScript represents exactly. */
export function requireAmount(amountMinor: number): void {
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0)
    throw new RangeError(`${amountMinor} is not an amount in minor units`)
}
