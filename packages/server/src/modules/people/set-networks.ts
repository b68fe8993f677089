import type { adminUserIpTableSet, BodyOf } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { editedByOther, isStale, updateVersioned } from '../../storage/row-version.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { addressFilterOf, type Network, readNetwork, userAuditRef } from '../identity/index.ts'
import { type PeopleDeps, userNotFound } from './deps.ts'
import { lockUser, networksOf, setNetworks } from './store.ts'

type Body = BodyOf<typeof adminUserIpTableSet>
const kinds = { allow: 'allowed', deny: 'denied' } as const

/**
 * Replaces the networks from which a user may and may not connect; an omitted list stays. Open consoles
 * elsewhere are disconnected immediately. Administrators cannot lock themselves out.
 */
export async function setUserNetworks(
  deps: PeopleDeps,
  viewer: Viewer,
  { body, address }: { body: Body; address: string },
): Promise<null | Refusal> {
  const lists = { allow: readAll(body.allowed, 'allowed'), deny: readAll(body.denied, 'denied') }
  if (isRefusal(lists.allow)) return lists.allow
  if (isRefusal(lists.deny)) return lists.deny
  const { allow, deny } = lists
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, body.id)
    if (!user || user.state === 'deleted') return userNotFound
    if (isStale(user, body.version_no)) return editedByOther
    const known = await networksOf(tx, user.id)
    const next: Network[] = (['allow', 'deny'] as const).flatMap((kind) => {
      const given = kind === 'allow' ? allow : deny
      return given
        ? given.map((network) => ({ kind, network }))
        : known.filter((network) => network.kind === kind)
    })
    if (user.id === viewer.userId && !addressFilterOf(next)(address))
      return refuse('ip_network.locks_out', { address, field: kinds[allow ? 'allow' : 'deny'] })
    if (allow) await setNetworks(tx, user.id, { kind: 'allow', networks: allow })
    if (deny) await setNetworks(tx, user.id, { kind: 'deny', networks: deny })
    await updateVersioned(tx, { table: 'users', id: user.id }, { change: {}, now: deps.clock.now() })
    await recordChange(tx, viewer, {
      ...userAuditRef(user),
      kind: 'right',
      action: 'addresses',
      before: listed(known),
      after: listed(next),
    })
    await deps.bus.publish(tx, [{ kind: 'person.changed', user: user.id }])
    return null
  })
}

/** Returns both lists in text form. */
const listed = (networks: readonly Network[]) => {
  const of = (wanted: Network['kind']) =>
    networks
      .filter(({ kind }) => kind === wanted)
      .map(({ network }) => network)
      .sort()
  return { allowed: of('allow'), denied: of('deny') }
}

function readAll(texts: readonly string[] | undefined, field: string): string[] | undefined | Refusal {
  if (!texts) return undefined
  const read: string[] = []
  for (const [index, text] of texts.entries()) {
    const network = readNetwork(text)
    if (network === null) return refuse('ip_network.invalid', { value: text, field: `${field}[${index}]` })
    read.push(network)
  }
  return read
}
