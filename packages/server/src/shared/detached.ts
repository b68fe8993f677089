/** Returns a copy of the text. A substring of a long text keeps all of it in memory; the copy does not. */
export const detached = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
