import type { PaymentDeps } from './deps.ts'
import { insertEvent } from './event-store.ts'
import type { Provider } from './provider.ts'

/** Stores a message of a provider if its signature is valid; returns false if it is not. */
export async function receiveEvent(
  { db, clock }: PaymentDeps,
  provider: Provider,
  { body, signature }: { body: string; signature: string | undefined },
): Promise<boolean> {
  const event = await provider.readEvent(body, signature)
  if (!event) return false
  await insertEvent(db, { provider: provider.code, event, body, now: clock.now() })
  return true
}
