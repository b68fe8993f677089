/**
 * Whether a text has the shape of an e-mail address. No stricter than the server, which also takes `admin@localhost`;
 * only a mail can prove more.
 */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())
