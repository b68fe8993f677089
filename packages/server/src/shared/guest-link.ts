import type { SecretBox } from './secret-box.ts'

/** Bytes of the secret of a link: 192 bits, which cannot be guessed. */
const secretBytes = 24

/** Returns the secret of the link to the charge of a guest. It is derived, so that the database has its hash only. */
export const guestSecret = async (secrets: Pick<SecretBox, 'sign'>, id: string): Promise<string> =>
  (await secrets.sign(`guest link ${id}`)).subarray(0, secretBytes).toString('base64url')

/** Returns the path of the page with this secret. */
export const guestPath = (secret: string): string => `/driver/guest/${secret}`
