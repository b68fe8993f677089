import type { BodyOf, commandSend, ErrorCode } from '@stationmaster/contract'
import type { Abortable } from '../../shared/checked-params.ts'
import { answerWith, type Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Methods } from '../workflow/index.ts'
import { runCount, runRelated } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import { runOnConnector } from './run-on-connector.ts'
import type { Commands } from './create-commands.ts'
import { commandSource, type ConnectedStation, listConnected } from './list-store.ts'
import { isPayload } from './payload.ts'
import { type CommandRow, findAddressees, type MessageParams } from './store.ts'

interface Deps {
  db: Db
  commands: Commands
  methods: Methods
}

const ofCommands = { classCode: 'command', source: commandSource }

/** Endpoints of commands: send, list, cancel, the plain OCPP tools, and the methods of a connector. */
export const commandsHttp = (deps: Deps) =>
  ({
    commandSend: (viewer, body, request) => send(deps, viewer, { ...body, signal: request.signal }),
    commandList: (viewer, query) => deps.methods.list(viewer, ofCommands, query),
    commandCount: (viewer, query) => runCount({ db: deps.db, source: commandSource, scope: viewer }, query),
    commandGet: (viewer, { id }) => shownCommand(deps, viewer, id),
    commandCancel: async (viewer, { id }) => {
      const result = await deps.methods.run(viewer, { classCode: 'command', id, method: 'cancel' })
      return isRefusal(result) ? result : shownCommand(deps, viewer, id)
    },
    commandMethod: (viewer, { id }) => deps.methods.offers(viewer, 'command', id),
    chargePointList: async (viewer, { identity }) => {
      const named = identity === undefined ? undefined : await findAddressees(deps.db, viewer, [identity])
      if (isRefusal(named)) return named
      const id = named && (named[0]?.id ?? null)
      return {
        ChargePointList: id === null ? [] : (await listConnected(deps.db, viewer, id)).map(toolStation),
      }
    },
    chargePointCommand: async (viewer, payload, { params, signal }) => {
      const question = {
        station: params['identity'] ?? '',
        action: params['command'] ?? '',
        payload,
        signal,
      }
      const row = await deps.commands.ask(viewer, question)
      return isRefusal(row) ? row : plainAnswer(row)
    },
    connectorStart: (viewer, { id, ...params }, { signal }) =>
      runOnConnector(deps.methods, viewer, { id, method: 'start', params, signal }),
    connectorStop: (viewer, { id }, { signal }) =>
      runOnConnector(deps.methods, viewer, { id, method: 'stop', signal }),
  }) satisfies Handlers

const shownCommand = async ({ methods }: Deps, viewer: Viewer, id: string) =>
  (await methods.get(viewer, ofCommands, { id })) ?? refuse('command.not_found', { field: 'id' })

async function send(deps: Deps, viewer: Viewer, body: Abortable<BodyOf<typeof commandSend>>) {
  const { identities: stations, action, payload, waitms: waitMs, timeoutseconds, signal } = body
  const answerMs = timeoutseconds && timeoutseconds * 1000
  const run = await deps.commands.send(viewer, { stations, action, payload, waitMs, answerMs, signal })
  if (isRefusal(run)) return run
  const commands = await runRelated(
    { db: deps.db, source: commandSource, scope: viewer },
    { filter: { runid: run.runId }, reclimit: 5000, orderby: ['identity'] },
  )
  if (isRefusal(commands)) return commands
  return { runid: run.runId, commands: deps.methods.withMethods(viewer, 'command', commands) }
}

/** Returns the station's answer unchanged, including a CALLERROR; without an answer, the reason. */
function plainAnswer(row: CommandRow): ReturnType<typeof answerWith> | Refusal {
  const isUnreadable = typeof row.response === 'string'
  if (row.answered_at === null || row.state === 'timeout' || (row.state === 'unknown' && !row.response))
    return reasonOf(row)
  if (row.error_code !== null)
    return answerWith(200, {
      error: true,
      errorCode: row.error_code,
      errorDescription: row.message ?? '',
      errorDetails: (isPayload(row.response) && row.response['errorDetails']) || {},
    })
  if (isUnreadable) return reasonOf(row)
  return answerWith(200, row.response ?? {})
}

/** Returns why there is no answer; an error that came too late is none. */
function reasonOf(row: CommandRow): Refusal {
  if (row.state === 'timeout') return refuse('command.no_response')
  if (row.message_code === null || row.message === null) return refuse('command.no_response_yet')
  return {
    refusal: 'unavailable',
    code: row.message_code as ErrorCode, // written by this module
    message: row.message,
    ...(row.message_params !== null && { params: row.message_params as MessageParams }),
  }
}

const toolStation = (station: ConnectedStation) => ({
  identity: station.identity,
  account: station.accountCode,
  address: station.remoteAddress,
  protocol: station.protocol,
  ocppVersion: /\d[\d.]*$/.exec(station.protocol ?? '')?.[0] ?? null,
  connection: station.connectedAt?.toISOString() ?? null,
  bootNotification: readStored(station.bootPayload),
  statusNotification: readStored(station.statusPayload),
})

/** Parses a payload that was stored as text. */
function readStored(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text // not JSON: return the text itself rather than nothing
  }
}
