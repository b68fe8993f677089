import type { Hint } from '@stationmaster/contract'
import type { Tx } from '../../storage/transaction.ts'
import { type CommandEffect, type CommandEnd, type CommandFacts, isPayload } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import {
  drawRequestNumber,
  insertTransfers,
  lockOfCommand,
  lockOlderOpen,
  nameFile,
  noteStatus,
} from './store.ts'
import { fileNameIn, transferActions, transferMatchOf } from './transfer.ts'
import { newUploadAddress, secretHashIn } from './upload-address.ts'
import { deleteUnusedUpload, insertUploads } from './upload-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock' | 'permute' | 'origin'>

/** Milliseconds for which an address for an upload is valid: time for repetitions over a slow line. */
export const uploadAddressMs = 6 * 3_600_000

/**
 * Returns the effects of commands about firmware, diagnostics and logs. The transfer is created when the
 * command is queued: a station may report its first step before its answer is stored.
 */
export const transferEffects = (deps: Deps): CommandEffect[] => [
  {
    actions: ['GetLog', 'SignedUpdateFirmware'],
    // one number for all stations of the run: each reports its own progress under it
    async prepare(_asker, payload) {
      if (payload['requestId'] !== undefined) return payload
      return { ...payload, requestId: deps.permute(await drawRequestNumber(deps.db)) }
    },
  },
  {
    actions: ['GetDiagnostics'],
    prepare: async (_asker, payload, stations) =>
      payload['location'] === undefined
        ? stations.map(() => ({ ...payload, location: newUploadAddress(deps.origin()) }))
        : payload,
  },
  {
    actions: ['GetLog'],
    prepare: async (_asker, payload, stations) => {
      const { log } = payload
      return isPayload(log) && log['remoteLocation'] === undefined
        ? stations.map(() => ({
            ...payload,
            log: { ...log, remoteLocation: newUploadAddress(deps.origin()) },
          }))
        : payload
    },
  },
  {
    actions: transferActions,
    async queued(tx, commands) {
      const rows = commands.map((command) => ({
        ...command,
        ...transferMatchOf(command.action, command.request),
        commandId: command.id,
      }))
      const now = deps.clock.now()
      const ids = await insertTransfers(tx, rows, { step: { status: 'Requested', isLast: false }, now })
      const expiresAt = new Date(now.getTime() + uploadAddressMs)
      const uploads = commands.map(({ accountId, stationId, action, payload }, index) => ({
        transferId: ids[index]!,
        accountId,
        stationId,
        expiresAt,
        secretHash: secretHashIn(deps.origin(), transferMatchOf(action, payload).location),
      }))
      await insertUploads(
        tx,
        uploads.flatMap(({ secretHash, ...upload }) => (secretHash ? [{ ...upload, secretHash }] : [])),
      )
      return [{ kind: 'transfer.changed' }]
    },
    ended: answered,
  },
]

async function answered(
  tx: Tx,
  command: CommandFacts,
  { end, at }: { end: CommandEnd; at: Date },
): Promise<Hint[]> {
  const transfer = await lockOfCommand(tx, command.id)
  // unknown if the station does it: its status messages will show
  if (!transfer || end.kind === 'unanswered') return []
  const hint: Hint = { kind: 'transfer.changed', station: command.stationId, ids: [transfer.id] }
  if (end.kind !== 'accepted') {
    const status = end.kind === 'unsent' ? 'NotSent' : 'Refused'
    await noteStatus(tx, transfer.id, { step: { status, isLast: true }, now: at })
    await deleteUnusedUpload(tx, transfer.id)
    return [hint]
  }
  const { kind } = transferMatchOf(command.action, command.request)
  if (isPayload(end.payload) && end.payload['status'] === 'AcceptedCanceled')
    for (const { id } of await lockOlderOpen(tx, { id: transfer.id, stationId: command.stationId, kind }))
      await noteStatus(tx, id, { step: { status: 'Canceled', isLast: true }, now: at })
  const fileName = fileNameIn(end.payload)
  if (transfer.status === 'Requested')
    await noteStatus(tx, transfer.id, { step: { status: 'Accepted', isLast: false, fileName }, now: at })
  else if (fileName) await nameFile(tx, transfer.id, fileName)
  return [hint]
}
