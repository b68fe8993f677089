/** Returns an amount as the API expects it: some languages write a comma. */
export const decimalOf = (text: string): string => text.trim().replace(',', '.')

/** Returns true for an amount with at most four decimals. */
export const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(decimalOf(text))
