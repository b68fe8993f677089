/** Returns how near a limit is: `near` from nine tenths on, `full` if nothing can be added. */
export function levelOf(used: number, limit: number): 'room' | 'near' | 'full' {
  if (used >= limit) return 'full'
  return used >= limit * 0.9 ? 'near' : 'room'
}
