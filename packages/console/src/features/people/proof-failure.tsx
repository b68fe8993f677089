import { CallError } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'
import { Failure } from '../../ui/feedback/feedback.tsx'

const passwords = ['password', 'oldpass']
const codes = ['otp', 'code']

/**
 * Returns a function that maps a failure to errors of the password or code field; empty if it concerns
 * neither.
 */
export function useProofErrors(): (failure: unknown) => Record<string, string> {
  const t = useTexts('profile')
  return (failure) => {
    if (!(failure instanceof CallError) || failure.field === null || failure.status !== 400) return {}
    if (passwords.includes(failure.field)) return { [failure.field]: t('fresh.wrongPassword') }
    if (!codes.includes(failure.field)) return { [failure.field]: failure.message }
    const isMissing = failure.code === 'sign_in.code_required'
    return { [failure.field]: t(isMissing ? 'factor.missingCode' : 'factor.wrongCode') }
  }
}

/** Shows a failure that belongs to no field. */
export function ProofFailure({ error, title }: { error: Error | null; title?: string }) {
  if (!error || (error instanceof CallError && error.field !== null && error.status === 400)) return null
  return <Failure small error={error} title={title} />
}
