import { createHash, randomBytes, randomInt } from 'node:crypto'

/** What is stored of a random secret. A fast hash is enough: there is nothing to guess in 256 random bits. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** 256 random bits as text that is safe in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

// no letters or digits that people confuse
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const smallLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

const drawn = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A code that a person types once: 60 bits in groups of four. */
export const newTypedCode = (): string => [0, 1, 2].map(() => drawn(capitals, 4)).join('-')

/** The code of a new account: it stands in the address that stations connect to. */
export const newAccountCode = (length: number): string => drawn(smallLetters, length)

/** As typed: without case, blanks and dashes. */
export const foldTypedCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
