/** Text of a screen reader about the time that is left: at three minutes, at one, and at the end. */
export type Spoken = 'three' | 'one' | 'end'

/** Returns the last announcement when this many seconds are left; null before three minutes. */
export function spokenAt(seconds: number): Spoken | null {
  if (seconds <= 0) return 'end'
  if (seconds <= 60) return 'one'
  return seconds <= 180 ? 'three' : null
}

/** Returns seconds as minutes and seconds, such as 3:05. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
