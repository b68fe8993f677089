import {
  bulkActions,
  type BulkAction,
  type BulkClass,
  bulkCommands,
  bulkParams,
} from '@stationmaster/contract'
import { Compile } from 'typebox/compile'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { editedByOther } from '../../storage/row-version.ts'
import { refuseBySchema } from '../../shared/refuse-by-schema.ts'
import type { Viewer } from '../../shared/scope.ts'
import { maskRequest, type Payload } from '../commands/index.ts'
import type { BulkDeps } from './deps.ts'
import { accepted, type ItemResult, resultOfCommand, resultOfRefusal } from './result.ts'

export interface BulkTask {
  runId: string
  classCode: string
  action: string
  params: Readonly<Record<string, unknown>>
}

interface Subject {
  viewer: Viewer
  task: BulkTask
  objectId: string
  signal: AbortSignal
}

/** Runs an action on one object; returns null if the signal aborted it before it was done. */
type Perform = (deps: BulkDeps, subject: Subject) => Promise<ItemResult | null>

/** Returns the payload of the command of an action. */
const payloadOf = (action: string, params: BulkTask['params']): Payload =>
  action === 'ChangeAvailability' ? { connectorId: 0, ...params } : { ...params }

/** Sends a command, with the checks of the endpoint that sends one. */
const command =
  (action: (typeof bulkCommands)[keyof typeof bulkCommands]): Perform =>
  async ({ commands, requests }, { viewer, task, objectId, signal }) => {
    const payload = payloadOf(action, task.params)
    const refused = requests.refusal(viewer, 'commandSend', { identities: [objectId], action, payload })
    if (refused) return resultOfRefusal(refused)
    const row = await requests.within(viewer, () =>
      commands.askInRun(viewer, { runId: task.runId, stationId: objectId, action, payload, signal }),
    )
    return row && ('refusal' in row ? resultOfRefusal(row) : resultOfCommand(row))
  }

/** Notes that a station is out of service or back in service, and informs it if it is connected. */
const service =
  (type: 'Operative' | 'Inoperative'): Perform =>
  async (deps, subject) => {
    const { viewer, objectId: id, signal, task } = subject
    const { isSent, ...note } = task.params as { isSent: boolean; reason: string } // checked by refuseTask
    const outofservice = type === 'Operative' ? null : note
    const noted = await deps.requests.request(viewer, 'stationService', {
      body: { id, outofservice },
      signal,
    })
    if (isRefusal(noted)) return resultOfRefusal(noted)
    if (!isSent) return accepted
    const sent = await command(bulkCommands.availability)(deps, {
      ...subject,
      task: { ...task, params: { type } },
    })
    // the note is stored, and a station that is not connected gets the command by another action
    return sent?.state === 'offline' ? accepted : sent
  }

/** Approves a station that waits for it; one that is approved stays so. */
const approve: Perform = async ({ requests }, { viewer, objectId: id, signal }) => {
  const found = await requests.request(viewer, 'stationGet', {
    body: { id, fields: ['approval', 'bootstatus'] },
    signal,
  })
  if (isRefusal(found)) return resultOfRefusal(found)
  if (found.approval === 'accepted') return accepted
  if (found.approval === 'rejected' || found.bootstatus !== 'Pending')
    return resultOfRefusal(refuse('station.not_waiting'))
  const done = await requests.request(viewer, 'stationSet', { body: { id, approval: 'accepted' }, signal })
  return isRefusal(done) ? resultOfRefusal(done) : accepted
}

/** Runs a method of a station or card. */
const method =
  (name: 'stationAction' | 'cardAction', action: 'enable' | 'disable'): Perform =>
  async ({ requests }, { viewer, objectId: id, signal }) => {
    const done = await requests.request(viewer, name, { body: { id, action }, signal })
    return isRefusal(done) ? resultOfRefusal(done) : accepted
  }

/** Changes the tags of a station or card; one that is edited at the same time is read again once. */
const tags =
  (get: 'stationGet' | 'cardGet', set: 'stationSet' | 'cardSet'): Perform =>
  async ({ requests }, { viewer, task, objectId: id, signal }) => {
    const { add, remove } = task.params as { add: string[]; remove: string[] } // checked by refuseTask
    for (let isRepeated = false; ; isRepeated = true) {
      const found = await requests.request(viewer, get, {
        body: { id, fields: ['tags', 'version_no'] },
        signal,
      })
      if (isRefusal(found)) return resultOfRefusal(found)
      const next = [...new Set([...found.tags, ...add])].filter((tag) => !remove.includes(tag))
      if (next.join('\n') === found.tags.join('\n')) return accepted
      const { version_no } = found
      const changed = await requests.request(viewer, set, { body: { id, tags: next, version_no }, signal })
      if (!isRefusal(changed)) return accepted
      if (changed.code !== editedByOther.code || isRepeated) return resultOfRefusal(changed)
    }
  }

const performs: { [Class in BulkClass]: Record<(typeof bulkActions)[Class][number], Perform> } = {
  charge_point: {
    reset: command(bulkCommands.reset),
    availability: command(bulkCommands.availability),
    configuration: command(bulkCommands.configuration),
    tags: tags('stationGet', 'stationSet'),
    out_of_service: service('Inoperative'),
    in_service: service('Operative'),
    approve,
    enable: method('stationAction', 'enable'),
    disable: method('stationAction', 'disable'),
  },
  card: {
    enable: method('cardAction', 'enable'),
    disable: method('cardAction', 'disable'),
    tags: tags('cardGet', 'cardSet'),
  },
}

/** Refuses an action that the class does not have, or its parameters; null if it can be run. */
export function refuseTask({ classCode, action, params }: Omit<BulkTask, 'runId'>): Refusal | null {
  const actions: readonly string[] = bulkActions[classCode as BulkClass] // checked by the schema of the body
  if (!actions.includes(action))
    return refuse('bulk.action_unknown', { action: action.slice(0, 60), field: 'action' })
  const schema = bulkParams[action as BulkAction]
  const check = Compile(schema)
  if (check.Check(params)) return refuseSecret(action, params)
  const refusal = refuseBySchema(schema, params, check.Errors(params))
  return { ...refusal, field: refusal.field ? `params.${refusal.field}` : 'params' }
}

/** Refuses a command with a secret: it would be stored with the run, and be the same at all stations. */
function refuseSecret(action: string, params: BulkTask['params']): Refusal | null {
  if (!Object.hasOwn(bulkCommands, action)) return null
  const sent = bulkCommands[action as keyof typeof bulkCommands]
  const payload = payloadOf(sent, params)
  return maskRequest(sent, payload) === payload ? null : refuse('bulk.secret', { field: 'params.key' })
}

/** Runs the action of a run on one object for its user. */
export function performOn(deps: BulkDeps, subject: Subject): Promise<ItemResult | null> {
  const { classCode, action } = subject.task
  // only known actions are stored
  const ofClass: Partial<Record<string, Perform>> = performs[classCode as BulkClass]
  return ofClass[action]!(deps, subject)
}
