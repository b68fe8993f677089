/** Escapes the wildcards `%` and `_` of a text, and `\`, so that LIKE compares them as characters. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Returns the LIKE pattern that finds a text anywhere. */
export const anywhere = (text: string): string => `%${escapeLike(text)}%`
