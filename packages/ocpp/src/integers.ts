/** 2^31 - 1, the largest id that every station can keep (E2 3.15 leaves the size open, 2.0.1 says 32 bit). */
export const maxInt31 = 2_147_483_647

/** Whether a value is an id we may use: a whole number from 1 to 2^31 - 1. */
export function isInt31(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxInt31
}

/** Whether a value is a whole number that a signed 32-bit column can hold, -0 excluded. */
export function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value && !Object.is(value, -0)
}
