import type { ReactNode } from 'react'
import { CallError } from '../../lib/call.ts'
import { LinkButton } from '../buttons.tsx'
import { Empty, Failure } from './feedback.tsx'

/** For a page of one thing that did not come: there is none by that name, or why it could not be asked for. */
export function NotThere({
  error,
  onRetry,
  title,
  lead,
  to,
  link,
}: {
  error: Error | null
  onRetry: () => void
  /** That there is no such thing. */
  title: string
  lead?: ReactNode
  /** Where all of them are. */
  to: string
  link: string
}) {
  if (!(error instanceof CallError) || !isMissing(error)) return <Failure error={error} onRetry={onRetry} />
  return <Empty title={title} lead={lead} action={<LinkButton to={to}>{link}</LinkButton>} />
}

/** An id of the wrong form names nothing, either. */
const isMissing = ({ status, field, params }: CallError): boolean =>
  status === 404 || (field === 'id' && params['rule'] === 'uuid')
