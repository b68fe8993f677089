import { X509Certificate } from 'node:crypto'
import type { Hint, rootKinds } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Tx } from '../../storage/transaction.ts'
import {
  type CommandEffect,
  type CommandEnd,
  type CommandFacts,
  isPayload,
  type Payload,
} from '../commands/index.ts'
import {
  deleteRoots,
  insertRoots,
  knownAuthorities,
  lockRoots,
  markRoot,
  type NewRoot,
  rootOfCommand,
  type StoredRoot,
} from './root-store.ts'
import {
  hashAlgorithms,
  type HashAlgorithm,
  readRoot,
  type RootIdentifiers,
  rootIdentifiers,
  serialOf,
} from './root-identifiers.ts'

type RootKind = (typeof rootKinds)[number]

/** Returns the effects of the commands about root certificates on the stored list of a station (whitepaper, M03 to M05). */
export const rootEffects = (deps: { clock: Clock }): CommandEffect[] => [
  {
    actions: ['InstallCertificate'],
    prepare: (_asker, payload) => {
      const { certificate } = payload
      const isRoot = typeof certificate !== 'string' || readRoot(certificate, deps.clock.now()) !== null
      return Promise.resolve(isRoot ? payload : refuse('certificate.not_a_root', { field: '/certificate' }))
    },
    async queued(tx, commands) {
      const authorities = await knownAuthorities(tx)
      for (const { id, stationId, accountId, payload } of commands) {
        const pem = String(payload['certificate'])
        const certificate = new X509Certificate(pem) // checked by `prepare`
        const own = authorities.find((one) =>
          new X509Certificate(one.certificate).raw.equals(certificate.raw),
        )
        await insertRoots(tx, stationId, [
          {
            ...describe(certificate, pem),
            ...rootIdentifiers(certificate, 'SHA256'),
            id: newId(deps.clock.now().getTime()),
            accountId,
            kind: kindOf(payload),
            state: 'sent',
            authorityId: own?.id ?? null,
            commandId: id,
            now: deps.clock.now(),
          },
        ])
      }
      return commands.map(({ stationId }) => changed(stationId))
    },
    ended: installed,
  },
  { actions: ['DeleteCertificate'], ended: deleted },
  {
    actions: ['GetInstalledCertificateIds'],
    async ended(tx, command, { end, at }) {
      const reported = readReport(end)
      if (!reported) return []
      await storeReport(tx, command, { reported, now: at })
      return [changed(command.stationId)]
    },
  },
]

const changed = (station: string): Hint => ({ kind: 'station.changed', station })

const kindOf = (payload: Payload): RootKind =>
  payload['certificateType'] === 'ManufacturerRootCertificate'
    ? 'ManufacturerRootCertificate'
    : 'CentralSystemRootCertificate'

const describe = (certificate: X509Certificate, pem: string) => ({
  certificate: pem,
  subject: certificate.subject.split('\n').join(', '),
  validUntil: new Date(certificate.validTo),
})

const statusOf = (end: CommandEnd): string | null => {
  const status = end.kind === 'rejected' && isPayload(end.payload) ? end.payload['status'] : null
  return typeof status === 'string' ? status : null
}

async function installed(
  tx: Tx,
  { id, stationId }: CommandFacts,
  { end, at }: { end: CommandEnd; at: Date },
): Promise<Hint[]> {
  const root = await rootOfCommand(tx, id)
  if (!root) return []
  if (end.kind === 'accepted') await markRoot(tx, root.id, { state: 'installed', problem: null, now: at })
  else if (end.kind === 'unanswered')
    await markRoot(tx, root.id, { state: root.state, problem: 'NoAnswer', now: at })
  else if (end.kind !== 'unsent') {
    // a further request does not remove a root that the station has
    const state = root.state === 'installed' ? 'installed' : 'refused'
    await markRoot(tx, root.id, { state, problem: statusOf(end) ?? 'Error', now: at })
  } else if (root.state !== 'installed') await deleteRoots(tx, [root.id])
  return [changed(stationId)]
}

async function deleted(
  tx: Tx,
  { stationId, request }: CommandFacts,
  { end, at }: { end: CommandEnd; at: Date },
): Promise<Hint[]> {
  const given = isPayload(request['certificateHashData'])
    ? readIdentifiers(request['certificateHashData'])
    : null
  const found = given && (await lockRoots(tx, stationId)).filter((root) => isSame(root, given))
  if (!found || found.length === 0) return []
  const ids = found.map(({ id }) => id)
  if (end.kind === 'accepted' || statusOf(end) === 'NotFound') await deleteRoots(tx, ids)
  else if (end.kind !== 'unsent')
    for (const { id, state } of found)
      await markRoot(tx, id, {
        state,
        problem: end.kind === 'unanswered' ? 'NoAnswer' : 'DeleteFailed',
        now: at,
      })
  return [changed(stationId)]
}

/** Returns the identifiers that a station reports, or none if it has found no certificate; null without an answer. */
function readReport(end: CommandEnd): RootIdentifiers[] | null {
  if (statusOf(end) === 'NotFound') return []
  if (end.kind !== 'accepted' || !isPayload(end.payload)) return null
  const list = end.payload['certificateHashData']
  return Array.isArray(list)
    ? list.flatMap((one) => (isPayload(one) ? (readIdentifiers(one) ?? []) : []))
    : []
}

const longest = 128

function readIdentifiers(data: Payload): RootIdentifiers | null {
  const text = (name: string): string => String(data[name] ?? '').slice(0, longest)
  const hashAlgorithm = hashAlgorithms.find((one) => one === data['hashAlgorithm'])
  if (!hashAlgorithm) return null
  return {
    hashAlgorithm,
    issuerNameHash: text('issuerNameHash').toLowerCase(),
    issuerKeyHash: text('issuerKeyHash').toLowerCase(),
    serial: serialOf(text('serialNumber')),
  }
}

/** Compares by the algorithm of the station, if the certificate is known; otherwise only the same one can be compared. */
function isSame(
  root: Pick<StoredRoot, 'certificate' | keyof RootIdentifiers>,
  given: RootIdentifiers,
): boolean {
  const own =
    root.certificate !== null && root.hashAlgorithm !== given.hashAlgorithm
      ? rootIdentifiers(new X509Certificate(root.certificate), given.hashAlgorithm)
      : root
  return identifierNames.every((name) => own[name] === given[name])
}

const identifierNames = ['hashAlgorithm', 'issuerNameHash', 'issuerKeyHash', 'serial'] as const

/** Replaces the stored list of a kind by the one that the station reports. */
async function storeReport(
  tx: Tx,
  { stationId, accountId, request }: CommandFacts,
  { reported, now }: { reported: readonly RootIdentifiers[]; now: Date },
): Promise<void> {
  const kind = kindOf(request)
  const known = (await lockRoots(tx, stationId)).filter((root) => root.kind === kind)
  const matches = known.map((root) => ({ root, isReported: reported.some((one) => isSame(root, one)) }))
  for (const { root, isReported } of matches)
    if (isReported && (root.state !== 'installed' || root.problem !== null))
      await markRoot(tx, root.id, { state: 'installed', problem: null, now })
  await deleteRoots(
    tx,
    matches.flatMap(({ root, isReported }) => (!isReported && root.state === 'installed' ? [root.id] : [])),
  )
  const unknown = reported.filter((one) => !known.some((root) => isSame(root, one)))
  if (unknown.length === 0) return
  const authorities = await knownAuthorities(tx)
  const rows = unknown.map((one): NewRoot => {
    const own = authorities.find(({ certificate }) =>
      isSame({ ...identifiersOf(certificate, one.hashAlgorithm), certificate }, one),
    )
    return {
      ...(own
        ? describe(new X509Certificate(own.certificate), own.certificate)
        : { certificate: null, subject: null, validUntil: null }),
      ...one,
      id: newId(now.getTime()),
      accountId,
      kind,
      state: 'installed',
      authorityId: own?.id ?? null,
      commandId: null,
      now,
    }
  })
  await insertRoots(tx, stationId, rows)
}

const identifiersOf = (pem: string, algorithm: HashAlgorithm): RootIdentifiers =>
  rootIdentifiers(new X509Certificate(pem), algorithm)
