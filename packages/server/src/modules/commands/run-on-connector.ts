import type { AnswerOf, connectorStart } from '@stationmaster/contract'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Methods } from '../workflow/index.ts'

interface ConnectorMethod {
  id: string
  method: 'start' | 'stop' | 'reserve'
  params?: Readonly<Record<string, unknown>>
  signal?: AbortSignal
}

/**
 * Runs a method of a connector, with its scripts and rights, and returns the outcome of the command that it
 * sends.
 */
export async function runOnConnector(
  methods: Methods,
  viewer: Viewer,
  request: ConnectorMethod,
): Promise<AnswerOf<typeof connectorStart> | Refusal> {
  const done = await methods.run(viewer, { classCode: 'connector', ...request })
  // the handler of the method sends the command and returns its outcome
  return isRefusal(done) ? done : (done.outcome as AnswerOf<typeof connectorStart>)
}
