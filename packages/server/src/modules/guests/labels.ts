import {
  type AnswerOf,
  type BodyOf,
  type guestLabelPrint,
  type guestCodeRenew,
  maxGuestLabels,
} from '@stationmaster/contract'
import { refuseClientUser } from '../../shared/client-user.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { evseId as publicId } from '../driver/index.ts'
import { accountOfStation } from '../stations/index.ts'
import { codeOf, codePath, hashOf } from './codes.ts'
import { codeVersions, findLabelledStation, type LabelRow, readLabels, storeCode } from './code-store.ts'
import type { GuestDeps } from './deps.ts'
import { renderLabels } from './label-sheet.ts'

type LabelDeps = Pick<GuestDeps, 'db' | 'clock' | 'secrets' | 'origin'>

/** Prints the labels of connectors; those without a code get one. */
export async function printLabels(
  deps: LabelDeps,
  viewer: Viewer,
  { stations, site, locale }: BodyOf<typeof guestLabelPrint>,
): Promise<AnswerOf<typeof guestLabelPrint> | Refusal> {
  const refusal = refuseClientUser(viewer, 'change', 'charge_point')
  if (refusal) return refusal
  const { db, origin, clock } = deps
  const found = await readLabels(db, {
    accountId: viewer.accountId,
    most: maxGuestLabels + 1,
    ...(stations && { stations }),
    ...(site !== undefined && { site }),
  })
  if (found.length > maxGuestLabels) return refuse('limit.reached', { limit: maxGuestLabels })
  const rows = found.filter(({ stationId }) => isAllowed(viewer, stationId))
  if (rows.length === 0) return refuse('guest.no_connectors')
  const codes = await codesOf(deps, viewer.accountId, rows)
  const data = await renderLabels(
    rows.map((row) => ({
      ...row,
      id: publicId(row),
      address: new URL(codePath(codes.get(row.evseId)!), origin()).href,
    })),
    { locale, at: clock.now() },
  )
  return { name: 'labels.pdf', labels: rows.length, data: data.toString('base64') }
}

const isAllowed = ({ isAdmin, rights }: Viewer, id: string): boolean =>
  isAdmin || rights.mayObject({ classCode: 'charge_point', id }, 'u')

/** Returns the codes of connectors by their ids, and stores the hashes of new ones. */
const codesOf = (
  { db, clock, secrets }: LabelDeps,
  accountId: string,
  rows: readonly Pick<LabelRow, 'evseId'>[],
): Promise<Map<string, string>> =>
  inTransaction(db, async (tx) => {
    const versions = await codeVersions(
      tx,
      rows.map(({ evseId }) => evseId),
    )
    const codes = new Map<string, string>()
    for (const { evseId } of rows) {
      const version = versions.get(evseId) ?? 1
      const code = await codeOf(secrets, { evseId, version })
      codes.set(evseId, code)
      if (!versions.has(evseId))
        await storeCode(tx, { evseId, accountId, version, hash: hashOf(code), now: clock.now() })
    }
    return codes
  })

/** Gives the connectors of a station new codes; the earlier labels are void. */
export async function renewCodes(
  { db, clock, secrets }: LabelDeps,
  viewer: Viewer,
  { id }: BodyOf<typeof guestCodeRenew>,
): Promise<AnswerOf<typeof guestCodeRenew> | Refusal> {
  const accountId = await accountOfStation(db, viewer, id)
  const station = accountId && (await findLabelledStation(db, { accountId, id }))
  if (!station || !isAllowed(viewer, id)) return refuse('station.not_found', { field: 'id' })
  const refusal = refuseClientUser(viewer, 'change', 'charge_point')
  if (refusal) return refusal
  if (!station.isPublic) return refuse('guest.station_not_public', { field: 'id' })
  const { evses, label } = station
  await inTransaction(db, async (tx) => {
    for (const [evseId, version] of await codeVersions(tx, evses)) {
      const code = await codeOf(secrets, { evseId, version: version + 1 })
      await storeCode(tx, { evseId, accountId, version: version + 1, hash: hashOf(code), now: clock.now() })
    }
    await recordChange(tx, viewer, {
      accountId,
      classCode: 'charge_point',
      objectId: id,
      label,
      action: 'renew_codes',
      after: { codes: evses.length },
    })
  })
  return { renewed: evses.length }
}
