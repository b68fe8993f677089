import { codeOf } from '../src/modules/guests/codes.ts'
import { SecretBox } from '../src/shared/secret-box.ts'

/** Key of the server in tests of guests. */
export const guestKey = 'a key for the codes of labels, which tests compute'

/** Returns the code on the label of a connector, as a server with the key of these tests prints it. */
export const labelCode = (evseId: string, version = 1): Promise<string> =>
  codeOf(new SecretBox(guestKey, ''), { evseId, version })
