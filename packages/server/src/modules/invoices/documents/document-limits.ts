/** Limits of a document. */
export const documentLimits = {
  lines: 1_000,
  parts: 2_000,
  partsPerLine: 200,
  notes: 10,
  taxRates: 10,
  /** Characters of a name, label or line of an address. */
  name: 200,
  /** Characters of a note. */
  note: 1_000,
  /** Characters of a number, code or reference. */
  code: 60,
  signedValues: 2_000,
  signedValueLength: 32_768,
  /** Characters of all signed values. */
  signedValuesLength: 8 * 1024 * 1024,
  logoBytes: 512 * 1024,
  logoPixels: 4_000_000,
} as const
