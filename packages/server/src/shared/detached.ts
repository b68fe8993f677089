/**
 * Returns a copy of the text. A part that was cut from a long text keeps all of it in memory for as long as it lives
 * itself; the copy does not.
 */
export const detached = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
