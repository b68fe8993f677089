import { lazy, Suspense, useEffect, useState } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { CallError } from '../../lib/call.ts'
import { pageConfig } from '../../lib/page-config.ts'
import { isMissingChunk, reloadOnce } from '../missing-chunks.ts'
import { Placeholder } from './placeholder.tsx'
import { NewVersion, NoAnswer, Whoops } from './status-pages.tsx'

const late = () => import('./late-status-pages.tsx')
const Forbidden = lazy(async () => ({ default: (await late()).Forbidden }))
const NotFound = lazy(async () => ({ default: (await late()).NotFound }))
const Unexpected = lazy(async () => ({ default: (await late()).Unexpected }))

/** Status text of an area that the page configuration switches off. */
export const areaOff = 'off'

/** Shows, in place of a route, why its loader or its rendering failed. */
export const RouteFailure = () => (
  <Suspense fallback={<Placeholder />}>
    <Failed />
  </Suspense>
)

function Failed() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (isRouteErrorResponse(error) && error.status === 403)
    return <Forbidden isOff={error.statusText === areaOff} />
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
