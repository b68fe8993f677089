/**
 * Returns true if a text has the shape of an e-mail address. No stricter than the server, which also accepts
 * `admin@localhost`; only sending a mail can verify more.
 */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())
