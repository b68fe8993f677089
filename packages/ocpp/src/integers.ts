/**
 * 2^31 - 1, the largest id that every station can store (E2 3.15 leaves the size open, 2.0.1 requires 32
 * bit).
 */
export const maxInt31 = 2_147_483_647

/** True for an integer from 1 to 2^31 - 1, the ids that the server may assign. */
export function isInt31(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxInt31
}

/** True for an integer that fits a signed 32-bit column; -0 is excluded. */
export function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value && !Object.is(value, -0)
}
