/** Returns the text without spaces around it; null if nothing remains. */
export const orNull = (text: string): string | null => text.trim() || null
