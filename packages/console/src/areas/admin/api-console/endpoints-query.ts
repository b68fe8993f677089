import { queryOptions } from '@tanstack/react-query'
import { pageConfig } from '../../../lib/page-config.ts'
import { CallError } from '../../../lib/call.ts'
import { type ApiEndpoint, type Description, readEndpoints } from './api-endpoints.ts'

/** Query of all endpoints from the server's API description, which changes only with the server. */
export const endpointsQuery = queryOptions<ApiEndpoint[], Error>({
  queryKey: ['api-console', 'book'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => {
    const request = fetch(`${pageConfig().apiDomain}/openapi.json`, { signal, credentials: 'omit' })
    const response = await request.catch((failure: unknown) => {
      if (signal.aborted) throw failure
      throw new CallError('network', { message: failure instanceof Error ? failure.message : '' })
    })
    if (!response.ok) throw new CallError('empty', { status: response.status, message: '' })
    return readEndpoints((await response.json()) as Description)
  },
})
