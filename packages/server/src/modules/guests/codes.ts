import { createHash } from 'node:crypto'
import type { SecretBox } from '../../shared/secret-box.ts'

/** Bytes of a code: 120 bits, which cannot be guessed, and a QR code of moderate size. */
const codeBytes = 15

/** Returns the hash under which a secret of guests is stored. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Returns the code of the label of an EVSE. It follows from the key of the server, so that labels can be printed again and the
 * database alone reveals none. A new version makes earlier labels void.
 */
export const codeOf = async (
  secrets: Pick<SecretBox, 'sign'>,
  { evseId, version }: { evseId: string; version: number },
): Promise<string> =>
  (await secrets.sign(`guest code ${evseId} ${version}`)).subarray(0, codeBytes).toString('base64url')

/** Returns the path of the page that a label leads to. */
export const codePath = (code: string): string => `/driver/c/${code}`
