// Excludes characters with a meaning in a mail header or an address list.
const email = /^[^\s@<>()[\],;:"\\\p{C}]{1,64}@[^\s@<>()[\],;:"\\\p{C}]{1,190}$/u
// An @ would look like an e-mail address, which is also accepted at sign-in; no blanks, so that it can be
// read aloud.
const login = /^[\p{L}\p{N}][\p{L}\p{N}._+-]{0,63}$/u

/** Returns true if the text has the form of an e-mail address. */
export const isEmail = (text: string): boolean => email.test(text)

/** Returns true if the text can be chosen as a login: letters, digits, and . _ + - between them. */
export const isLogin = (text: string): boolean => login.test(text)
