import type { AnswerOf, emailConfirm } from '@stationmaster/contract'
import { CallError } from '../../lib/call.ts'
import { refusalText } from '../../lib/refusal.ts'
import { TokenRefusal } from '../../lib/request-token.ts'
import { useTexts } from '../../lib/texts.ts'

/** A refusal that was not the failure of a call; the message is in the user's language. */
export class Declined extends Error {
  readonly code: string
  constructor(message: string, code = '') {
    super(message)
    this.code = code
  }
}

/** Returns the refusal of a form whose response was `result: false`. */
export async function declinedBy(outcome: AnswerOf<typeof emailConfirm>): Promise<Declined> {
  const { message, code = '', params } = outcome
  return new Declined(await refusalText({ code, message, params }), code)
}

/** Returns the code of a refusal; null for any other failure. */
export const codeOf = (failure: unknown): string | null => (isRefusal(failure) ? failure.code : null)

const isRefusal = (failure: unknown): failure is CallError | TokenRefusal | Declined =>
  failure instanceof CallError
    ? failure.kind === 'refused'
    : failure instanceof TokenRefusal || failure instanceof Declined

/** Returns a function that describes a failure in the language of the page. */
export function useFailureWords(): (failure: unknown) => string {
  const t = useTexts()
  return (failure) => {
    if (failure instanceof CallError && failure.kind === 'empty') return t('ui.badAnswer')
    return isRefusal(failure) ? failure.message || t('ui.failed') : t('sign.unreachable')
  }
}
