import { randomBytes } from 'node:crypto'
import type { AnswerOf, BodyOf, guestChargeReserve } from '@stationmaster/contract'
import { addressBlock } from '../../shared/address-block.ts'
import { guestSecret } from '../../shared/guest-link.ts'
import { newId } from '../../shared/ids.ts'
import { minorUnits } from '../../shared/money.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { foldCode, insertCard } from '../cards/index.ts'
import { evseId as publicId, lockEvse } from '../driver/index.ts'
import { advance } from './advance.ts'
import { countUnpaid, findByKey, insertGuestCharge, readGuestCharge } from './charge-store.ts'
import { hashOf } from './codes.ts'
import type { GuestDeps } from './deps.ts'
import { payWithinMs } from './next-step.ts'
import { codeInvalid, type GuestPlace, placeOfCode, refusalOfPlace } from './station.ts'

type Body = BodyOf<typeof guestChargeReserve>

/** L258: charges that wait for their payer at one EVSE, and from one address. Mobile networks share addresses. */
export const maxUnpaidAtEvse = 5
export const maxUnpaidFromAddress = 5

/** Reserves an amount once per key: a repeated request gets the same link and page. */
export async function reserve(
  deps: GuestDeps,
  body: Body,
  address: string,
): Promise<AnswerOf<typeof guestChargeReserve> | Refusal> {
  const { db, payments, secrets } = deps
  const place = await placeOfCode(deps, body.code)
  if (!place) return codeInvalid
  const known = await findByKey(db, hashOf(body.id))
  const id = known ? idAt(known, place) : await begin(deps, place, { body, address })
  if (isRefusal(id)) return id
  const performed = await payments.perform(id)
  if (performed === 'refused') return refuse('payment.provider_refused')
  if (performed === 'unreachable') return refuse('payment.provider_unreachable')
  await advance(deps, id)
  const charge = await readGuestCharge(db, id)
  const isPending = charge?.paymentState === 'pending'
  return { secret: await guestSecret(secrets, id), checkouturl: isPending ? charge.checkoutUrl : null }
}

/** A key belongs to one connector: the code of another one gets nothing of it. */
const idAt = ({ id, evseId }: { id: string; evseId: string }, { code }: GuestPlace): string | Refusal =>
  evseId === code.evseId ? id : codeInvalid

/** Stores a charge with its payment and card in one transaction; returns its id. */
async function begin(
  deps: GuestDeps,
  place: GuestPlace,
  { body, address }: { body: Body; address: string },
): Promise<string | Refusal> {
  const { db, secrets } = deps
  const refusal = await refusalOfPlace(deps, place)
  if (refusal) return refusal
  const { currency, amounts } = place.code
  const amountMinor = minorUnits(body.amount, currency)
  if (amountMinor === null || !amounts.includes(amountMinor))
    return refuse('guest.amount_invalid', { field: 'amount' })
  const id = newId()
  const hashes = {
    secretHash: hashOf(await guestSecret(secrets, id)),
    keyHash: hashOf(body.id),
    // keyed, so that the few addresses there are cannot be found by trying
    addressHash: await secrets.sign(`guest address ${addressBlock(address)}`),
  }
  return inTransaction(db, (tx) => store(deps, tx, { id, place, body, amountMinor, hashes }), {
    rollsBack: isRefusal,
  })
}

interface Storing {
  id: string
  place: GuestPlace
  body: Body
  amountMinor: number
  hashes: { secretHash: Buffer; keyHash: Buffer; addressHash: Buffer }
}

async function store(
  { payments, clock }: GuestDeps,
  tx: Tx,
  { id, place, body, amountMinor, hashes }: Storing,
): Promise<string | Refusal> {
  const { code, connector } = place
  const { accountId, evseId, stationId, clientId, currency } = code
  const provider = payments.providerOf(accountId)
  if (clientId === null || !provider) return refuse('guest.not_offered')
  await lockEvse(tx, evseId)
  // a request with the same key may have been first
  const known = await findByKey(tx, hashes.keyHash)
  if (known) return idAt(known, place)
  const { atEvse, fromAddress } = await countUnpaid(tx, { evseId, addressHash: hashes.addressHash })
  if (atEvse >= maxUnpaidAtEvse || fromAddress >= maxUnpaidFromAddress) return refuse('guest.too_many_open')
  const now = clock.now()
  const description = [publicId(connector), connector.placeLabel].filter(Boolean).join(' · ').slice(0, 120)
  await payments.reserve(tx, { id, accountId, clientId, provider, currency, amountMinor, description, now })
  const cardId = newId()
  const cardCode = `G${randomBytes(9).toString('hex').toUpperCase()}`
  await insertCard(tx, {
    id: cardId,
    account_id: accountId,
    code: cardCode,
    code_folded: foldCode(cardCode),
    client_id: clientId,
    state: 'enabled',
    name: 'Guest',
    token_type: 'Central',
    max_transactions: 1,
    expires_at: new Date(now.getTime() + payWithinMs),
    is_demo: code.isDemo,
  })
  const { email = null, locale } = body
  await insertGuestCharge(tx, { id, accountId, stationId, evseId, cardId, ...hashes, email, locale, now })
  return id
}
