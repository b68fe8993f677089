import { createHash, randomBytes, randomInt } from 'node:crypto'

/**
 * Returns the hash under which a random secret is stored. A fast hash is enough: 256 random bits cannot be
 * guessed.
 */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Returns 256 random bits as URL-safe text. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

// without letters and digits that are easily confused
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const smallLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

const drawn = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Returns a code for a user to type once: 60 bits in groups of four. */
export const newTypedCode = (): string => [0, 1, 2].map(() => drawn(capitals, 4)).join('-')

/** Returns the code of a new account, which is part of the link of its stations. */
export const newAccountCode = (length: number): string => drawn(smallLetters, length)

/** Returns a typed code in upper case, without blanks and dashes. */
export const foldTypedCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
