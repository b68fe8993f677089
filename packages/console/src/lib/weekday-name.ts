/** Returns the name of a weekday (1 is Monday) in a language. */
export const weekdayName = (tag: string, weekday: number, length: 'short' | 'long'): string =>
  // 1 January 2024 was a Monday
  new Intl.DateTimeFormat(tag, { weekday: length, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
