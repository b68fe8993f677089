import type Stripe from 'stripe'
import type { StripeConfig } from '../../shared/config.ts'
import {
  type Fetched,
  type Provider,
  ProviderError,
  type ProviderEvent,
  type ProviderObject,
  type ProviderPayment,
} from './provider.ts'
import { amountForStripe } from './stripe-amount.ts'
import {
  stateOfDispute,
  stateOfIntent,
  stateOfPayout,
  stateOfRefund,
  stateOfSession,
} from './stripe-state.ts'

const apiVersion = '2026-10-28.endive'
/** Milliseconds that a call may take. */
const timeoutMs = 15_000
/** Seconds that a message may be old. */
const toleranceSeconds = 300

const expandIntent = ['latest_charge.balance_transaction']
const expandSession = expandIntent.map((path) => `payment_intent.${path}`)

/** Object that a message is about, by the begin of its type. */
const kinds: readonly (readonly [RegExp, ProviderObject['kind']])[] = [
  [/^checkout\.session\.(completed|expired)$/, 'session'],
  [/^payment_intent\.(amount_capturable_updated|succeeded|payment_failed|canceled)$/, 'payment'],
  [/^refund\.(created|updated|failed)$/, 'refund'],
  [/^charge\.dispute\.(created|updated|funds_withdrawn|funds_reinstated|closed)$/, 'dispute'],
  [/^payout\.(paid|failed|canceled)$/, 'payout'],
]

/**
 * Returns Stripe as provider: the payer enters its card on a page of Stripe, which authorises the amount; it is captured
 * later. Card numbers never reach this server.
 */
export function stripeProvider({ secretKey, webhookSecret, isLive, apiUrl }: StripeConfig): Provider {
  let opened: Promise<Stripe> | undefined
  const open = () => (opened ??= openStripe({ secretKey, apiUrl }))
  const call = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await open()
    try {
      return await work(stripe)
    } catch (error) {
      throw providerError(error)
    }
  }
  const fetchers = fetchersOf(call)
  return {
    code: 'stripe',
    isTrial: !isLive,
    authorise: (payment, { key }) =>
      call(async (stripe) =>
        stateOfSession(await stripe.checkout.sessions.create(pageOf(payment), { idempotencyKey: key })),
      ),
    capture: (payment, amountMinor, { key }) =>
      call(async (stripe) => {
        const amount = requireAmount(amountMinor, payment.currency)
        const about = { amount_to_capture: amount, expand: expandIntent }
        const intent = await stripe.paymentIntents.capture(payment.reference!, about, { idempotencyKey: key })
        return stateOfIntent(intent)
      }),
    cancel: (payment, { key }) =>
      call(async (stripe) => {
        if (payment.reference !== null)
          return stateOfIntent(
            await stripe.paymentIntents.cancel(payment.reference, {}, { idempotencyKey: key }),
          )
        await stripe.checkout.sessions.expire(payment.sessionReference!, {}, { idempotencyKey: key })
        return { state: 'cancelled' }
      }),
    refund: (payment, { id, amountMinor }, { key }) =>
      call(async (stripe) => {
        const amount = requireAmount(amountMinor, payment.currency)
        const about = { payment_intent: payment.reference!, amount, metadata: { refund: id } }
        return stateOfRefund(await stripe.refunds.create(about, { idempotencyKey: key }))
      }),
    async readEvent(rawBody, signature) {
      const { webhooks, errors } = await open()
      try {
        const event = webhooks.constructEvent(rawBody, signature ?? '', webhookSecret, toleranceSeconds)
        return eventOf(event, isLive)
      } catch (error) {
        if (error instanceof errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return null
        throw error
      }
    },
    fetch: ({ kind, reference }) => fetchers[kind](reference),
    findRefund: (payment, refundId) =>
      call(async (stripe) => {
        if (payment.reference === null) return null
        const { data } = await stripe.refunds.list({ payment_intent: payment.reference, limit: 100 })
        const found = data.find(({ metadata }) => metadata?.refund === refundId)
        return found ? stateOfRefund(found) : null
      }),
  }
}

type Call = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>

/** Returns the functions that fetch an object of each kind; they return null for one that does not exist. */
function fetchersOf(call: Call): Record<ProviderObject['kind'], (id: string) => Promise<Fetched | null>> {
  const found = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T | null> => {
    try {
      return await call(work)
    } catch (error) {
      if (error instanceof ProviderError && error.isFinal) return null
      throw error
    }
  }
  return {
    session: (id) =>
      found(async ({ checkout }) => {
        const session = await checkout.sessions.retrieve(id, { expand: expandSession })
        return { kind: 'payment', ...stateOfSession(session) }
      }),
    payment: (id) =>
      found(async ({ paymentIntents }) => {
        const intent = await paymentIntents.retrieve(id, { expand: expandIntent })
        return { kind: 'payment', ...stateOfIntent(intent) }
      }),
    refund: (id) =>
      found(async ({ refunds }) => ({ kind: 'refund', ...stateOfRefund(await refunds.retrieve(id)) })),
    dispute: (id) =>
      found(async ({ disputes }) => ({ kind: 'dispute', ...stateOfDispute(await disputes.retrieve(id)) })),
    payout: (id) => found(async ({ payouts }) => stateOfPayout(await payouts.retrieve(id))),
  }
}

/** Loads the library, which takes a tenth of a second, when it is first needed. */
async function openStripe({
  secretKey,
  apiUrl,
}: Pick<StripeConfig, 'secretKey' | 'apiUrl'>): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const at = apiUrl ? new URL(apiUrl) : null
  return new Client(secretKey, {
    apiVersion,
    // requests are repeated by their rows
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    ...(at && { protocol: 'http', host: at.hostname, port: at.port }),
  })
}

function requireAmount(amountMinor: number, currency: string): number {
  const amount = amountForStripe(amountMinor, currency)
  if (amount === null) throw new ProviderError(`Stripe has no ${amountMinor} ${currency}`, { isFinal: true })
  return amount
}

/** Returns the page of a payment; equal for each repetition, as the key requires. */
function pageOf(payment: ProviderPayment): Stripe.Checkout.SessionCreateParams {
  const { id, label, returnTo, amountMinor, currency } = payment
  const metadata = { payment: id }
  return {
    mode: 'payment',
    client_reference_id: id,
    success_url: returnTo,
    cancel_url: returnTo,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: requireAmount(amountMinor, currency),
          product_data: { name: label },
        },
      },
    ],
    payment_intent_data: { capture_method: 'manual', metadata },
    metadata,
  }
}

/** Returns a message; those of test objects are of no interest to a server with live keys, and vice versa. */
function eventOf(event: Stripe.Event, isLive: boolean): ProviderEvent {
  const { id, type } = event
  const kind = kinds.find(([types]) => types.test(type))?.[1]
  const { id: reference } = event.data.object as { id?: string }
  const isOwn = event.livemode === isLive && event.account === undefined
  return { id, type, object: kind && reference && isOwn ? { kind, reference } : null }
}

/** Codes with which Stripe has decided; after all others it is not known what happened. */
const isDecided = (status: number | undefined): boolean => status === 400 || status === 402 || status === 404

interface StripeFailure {
  type?: string
  code?: string
  statusCode?: number
  requestId?: string
}

/** Returns an error without keys and headers of the request, which must not reach the log. */
function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const { type = 'unknown', code = '', statusCode, requestId = '' } = error as StripeFailure
  const isFinal = isDecided(statusCode) && type !== 'StripeIdempotencyError' && code !== 'lock_timeout'
  return new ProviderError(`Stripe: ${[type, code, requestId].filter(Boolean).join(' ')}`, { isFinal })
}
