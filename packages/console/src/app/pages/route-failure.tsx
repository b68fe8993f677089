import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { CallError } from '../../lib/call.ts'
import { pageConfig } from '../../lib/page-config.ts'
import { isMissingChunk, reloadOnce } from '../missing-chunks.ts'
import { Placeholder } from './placeholder.tsx'
import { Forbidden, NewVersion, NoAnswer, NotFound, Unexpected, Whoops } from './status-pages.tsx'

/** What a route shows instead of itself when its loader or its drawing failed. */
export function RouteFailure() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (isRouteErrorResponse(error))
    return error.status === 404 ? <NotFound /> : <Unexpected onRetry={() => void revalidate()} />
  if (isMissingChunk(error)) return <MissingChunk />
  if (error instanceof CallError) {
    if (error.status === 404) return <NotFound />
    if (error.kind === 'network' || error.kind === 'timeout')
      return <NoAnswer onRetry={() => void revalidate()} />
    if (error.status === 403) return <Forbidden detail={error.message} />
    return (
      <Unexpected
        detail={error.status >= 500 ? undefined : error.message}
        onRetry={() => void revalidate()}
      />
    )
  }
  if (pageConfig().debug) console.error(error)
  return <Whoops detail={error instanceof Error ? error.message : String(error)} />
}

function MissingChunk() {
  const [reloading] = useState(() => reloadOnce())
  useEffect(() => {
    if (!reloading) console.error('a file of the console is missing although the page was just loaded')
  }, [reloading])
  return reloading ? <Placeholder /> : <NewVersion />
}
