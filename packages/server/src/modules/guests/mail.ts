import { guestLinkDays } from '@stationmaster/contract'
import { guestPath, guestSecret } from '../../shared/guest-link.ts'
import type { Tx } from '../../storage/transaction.ts'
import { documentIds } from '../invoices/index.ts'
import { type GuestChargeRow, noteMail } from './charge-store.ts'
import { hashOf } from './codes.ts'
import type { GuestDeps } from './deps.ts'

const dayMs = 86_400_000

/** Queues a mail with the link of a charge, and its receipt if there is one. Returns false if the address got too many. */
export async function sendLink(
  { mail, clock, secrets }: Pick<GuestDeps, 'mail' | 'clock' | 'secrets'>,
  tx: Tx,
  { charge, email }: { charge: GuestChargeRow; email: string },
): Promise<boolean> {
  const now = clock.now()
  const secret = await guestSecret(secrets, charge.id)
  const attachments = charge.invoiceId === null ? [] : await documentIds(tx, charge.invoiceId)
  const id = await mail.write(tx, {
    to: email,
    locale: charge.locale,
    kind: 'guest-charge',
    path: guestPath(secret),
    secret: { hash: hashOf(secret), until: new Date(now.getTime() + guestLinkDays * dayMs) },
    attachments,
    ...(charge.invoiceCode !== null && { about: charge.invoiceCode }),
  })
  if (id === null) return false
  const isComplete = charge.outcome !== null && !charge.isDocumentDue
  await noteMail(tx, charge.id, { email, mailedAt: isComplete ? now : null })
  return true
}
