import { CallError } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'

const resources = ['stations', 'cards', 'users'] as const

/**
 * Words a refusal because of a limit of the account in the language of the page: which limit, and what to do. Other
 * failures keep their own words. The texts of `limits` must be there.
 */
export function useLimitWords(): (failure: Error) => string {
  const t = useTexts('limits')
  return (failure) => {
    if (!isLimit(failure)) return failure.message
    const { params } = failure
    const resource = resources.find((known) => known === params['resource'])
    if (!resource) return failure.message
    return `${t(resource, { limit: Number(params['limit']) })} ${t(params['withdeleted'] === true ? 'askWithDeleted' : 'ask')}`
  }
}

export const isLimit = (failure: unknown): failure is CallError =>
  failure instanceof CallError && failure.code === 'quota_exceeded'
