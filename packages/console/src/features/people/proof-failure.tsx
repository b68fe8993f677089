import { CallError } from '../../lib/call.ts'
import { Failure } from '../../ui/feedback/feedback.tsx'

/** Shows a failure that belongs to no field. */
export function ProofFailure({ error, title }: { error: Error | null; title?: string }) {
  if (!error || (error instanceof CallError && error.field !== null && error.status === 400)) return null
  return <Failure small error={error} title={title} />
}
