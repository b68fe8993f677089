import type { ReactNode } from 'react'
import { CallError } from '../../lib/call.ts'
import { LinkButton } from '../buttons.tsx'
import { Empty, Unloaded } from './feedback.tsx'

/** Shown on the page of an object until it is loaded; names the reason if it could not be, or does not exist. */
export function ObjectNotFound({
  query,
  title,
  lead,
  to,
  link,
}: {
  query: { error: Error | null; refetch: () => unknown }
  /** Title if the object does not exist. */
  title: string
  lead?: ReactNode
  /** Address of the list of all objects. */
  to: string
  link: string
}) {
  const { error } = query
  if (!(error instanceof CallError) || !isMissing(error)) return <Unloaded query={query} rows={8} />
  return <Empty title={title} lead={lead} action={<LinkButton to={to}>{link}</LinkButton>} />
}

/** A malformed id means that the object does not exist. */
const isMissing = ({ status, field, code }: CallError): boolean =>
  status === 404 || (field === 'id' && code === 'value.uuid')
