import type { ReactNode } from 'react'
import { CallError } from '../../lib/call.ts'
import { LinkButton } from '../buttons.tsx'
import { Empty, Failure } from './feedback.tsx'

/** Shown on the page of an object that could not be loaded: it does not exist, or the reason of the failure. */
export function ObjectNotFound({
  error,
  onRetry,
  title,
  lead,
  to,
  link,
}: {
  error: Error | null
  onRetry: () => void
  /** Title if the object does not exist. */
  title: string
  lead?: ReactNode
  /** Address of the list of all objects. */
  to: string
  link: string
}) {
  if (!(error instanceof CallError) || !isMissing(error)) return <Failure error={error} onRetry={onRetry} />
  return <Empty title={title} lead={lead} action={<LinkButton to={to}>{link}</LinkButton>} />
}

/** A malformed id means that the object does not exist. */
const isMissing = ({ status, field, code }: CallError): boolean =>
  status === 404 || (field === 'id' && code === 'value.uuid')
