// Nothing that means something in a mail header or in a list of addresses.
const email = /^[^\s@<>()[\],;:"\\\p{C}]{1,64}@[^\s@<>()[\],;:"\\\p{C}]{1,190}$/u
// An @ would look like an e-mail, by which people sign in too; no blanks, so that it can be read aloud.
const login = /^[\p{L}\p{N}][\p{L}\p{N}._+-]{0,63}$/u

/** Whether the text can be the address of a mailbox. */
export const isEmail = (text: string): boolean => email.test(text)

/** Whether the text can be a login that somebody chooses: letters, digits, and . _ + - between them. */
export const isLogin = (text: string): boolean => login.test(text)
