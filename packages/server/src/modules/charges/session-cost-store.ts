import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import type { Service, StoredPart, Unit } from './charge.ts'
import { tariffNameOf } from './tariff-name-store.ts'

/** Condition for the sessions that a viewer may see, as `transactions t`; the module of sessions uses this one. */
export interface VisibleSessions {
  visibleSessions: (scope: Scope) => RawBuilder<unknown>
}

type Deps = { db: Db } & VisibleSessions

/** A rating as it is shown. */
export interface ShownRating {
  id: string
  sessionId: string
  revision: number
  createdAt: Date
  engine: number
  currency: string | null
  digits: number
  netMinor: number
  taxMinor: number
  grossMinor: number
  flags: string[]
  holdReason: string | null
  clientId: string | null
  tariffVersionId: string | null
  tariffName: string | null
  input: Buffer
  sha256: Buffer
}

const shown = sql`r.id, r.transaction_id as "sessionId", r.revision, r.created_at as "createdAt", r.engine, r.currency,
  r.digits, r.net_minor as "netMinor", r.tax_minor as "taxMinor", r.gross_minor as "grossMinor", r.flags,
  r.hold_reason as "holdReason", r.client_id as "clientId", r.tariff_version_id as "tariffVersionId",
  ${tariffNameOf(sql`r.tariff_version_id`)} as "tariffName", r.input, r.input_sha256 as sha256`

/**
 * Returns a rating if the viewer sees its session and pays for it: users of a client do not see prices of others at
 * their stations.
 */
export async function findRating(
  { db, visibleSessions }: Deps,
  scope: Scope,
  id: string,
): Promise<ShownRating | null> {
  const { rows } =
    await sql<ShownRating>`select ${shown} from ratings r join transactions t on t.id = r.transaction_id
    where r.id = ${id} and (${visibleSessions(scope)}) and ${payerCondition(scope)}`.execute(db)
  return rows[0] ?? null
}

/** Condition on `ratings r`: the viewer is not limited to a client, or it pays. */
const payerCondition = ({ isAdmin, clientId }: Scope) =>
  isAdmin || clientId === null ? sql`true` : sql`r.client_id = ${clientId}`

export interface StoredCost {
  accountId: string
  number: number
  state: string
  isWaiting: boolean
  /** Null if no stop was received. */
  hasJustEnded: boolean | null
  attempts: number
  error: string | null
}

/** Returns the state of a session and of its price; null if the viewer sees no such session. */
export async function findCostState(
  { db, visibleSessions }: Deps,
  scope: Scope,
  id: string,
): Promise<StoredCost | null> {
  const { rows } = await sql<StoredCost>`
    select t.account_id as "accountId", t.number, t.state, q.transaction_id is not null as "isWaiting",
      t.received_stop_at > now() - interval '10 minutes' as "hasJustEnded", coalesce(q.attempts, 0) as attempts, q.error
    from transactions t left join rating_waits q on q.transaction_id = t.id
    where t.id = ${id} and (${visibleSessions(scope)})`.execute(db)
  return rows[0] ?? null
}

/** Returns the rating of a session that applies, and the proposed one. */
export async function ratingsOfSession(
  db: Db,
  scope: Scope,
  sessionId: string,
): Promise<{ current: ShownRating | null; proposed: ShownRating | null }> {
  const { rows } = await sql<ShownRating>`select ${shown} from ratings r
    where r.transaction_id = ${sessionId} and r.superseded_by is null and ${payerCondition(scope)}`.execute(
    db,
  )
  return {
    current: rows.find(({ holdReason }) => holdReason !== 'proposed') ?? null,
    proposed: rows.find(({ holdReason }) => holdReason === 'proposed') ?? null,
  }
}

/** A stored charge of a rating. */
export interface ShownCharge {
  id: string
  service: Service
  quantity: number
  unit: Unit
  price: string | null
  amountMinor: number
  taxBp: number
  parts: StoredPart[]
  isReversal: boolean
}

export async function chargesOfRating(db: Db, ratingId: string): Promise<ShownCharge[]> {
  const { rows } = await sql<ShownCharge>`
    select c.id, c.service, c.quantity, c.unit, c.price, c.amount_minor as "amountMinor", c.tax_bp as "taxBp", c.parts,
      c.reverses_id is not null as "isReversal"
    from charges c where c.rating_id = ${ratingId}
      and c.transaction_id = (select r.transaction_id from ratings r where r.id = ${ratingId})
    order by array_position(array['ENERGY', 'TIME', 'PARKING_TIME', 'FLAT', 'RESERVATION'], c.service), c.id`.execute(
    db,
  )
  return rows
}
