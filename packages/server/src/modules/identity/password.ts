import { hash, verify } from '@node-rs/argon2'

/** The hash to store: argon2id, 19 MiB, two passes (the library's default follows OWASP). */
export const hashPassword = (password: string): Promise<string> => hash(password)

let nobodysHash: Promise<string> | undefined

/** Whether the password is right. Without a hash it takes as long and says no: an unknown name must not be faster. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hash('nobody has this password')
  const isRight = await verify(stored ?? (await nobodysHash), password)
  return isRight && stored !== null
}
