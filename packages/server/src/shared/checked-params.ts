import type { BodyOf, Endpoint } from '@stationmaster/contract'
import { Compile } from 'typebox/compile'
import { refuseBySchema } from './refuse-by-schema.ts'
import type { Viewer } from './scope.ts'

/** The body of a request, with the signal that aborts it. */
export type Abortable<Body> = Body & { signal?: AbortSignal | undefined }

/** Makes a request about an object with the parameters of a method. */
export type ParamsRequest = (
  viewer: Viewer,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
) => Promise<unknown>

/** Checks the parameters of a method against the body of the endpoint that runs it. */
export function checkedParams<Row extends Endpoint>(
  row: Row,
  request: (viewer: Viewer, body: Abortable<BodyOf<Row>>) => Promise<unknown>,
): ParamsRequest {
  const body = Compile(row.body)
  return async (viewer, given, signal) => {
    // checked against the schema
    if (body.Check(given)) return request(viewer, { ...(given as BodyOf<Row>), signal })
    const refusal = refuseBySchema(row.body, given, body.Errors(given))
    return { ...refusal, field: refusal.field ? `params.${refusal.field}` : 'params' }
  }
}
