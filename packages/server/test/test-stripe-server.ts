import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'

type Fields = Record<string, unknown>
interface StoredObject extends Fields {
  id: string
  object: string
}

interface Answer {
  status: number
  body: unknown
}

/** What happens to the next changing request after it was carried out or refused. */
type Mishap = 'error' | 'silence' | 'outage'

interface StripeEvent {
  id: string
  type: string
  object: StoredObject
  /** As it is sent: later changes of the object do not change it. */
  body: string
}

const fail = (status: number, error: Fields): Answer => ({ status, body: { error } })
const missing = fail(404, {
  type: 'invalid_request_error',
  code: 'resource_missing',
  message: 'No such object',
})
const wrongState = (message: string): Answer =>
  fail(400, { type: 'invalid_request_error', code: 'unexpected_state', message })

const seconds = (): number => Math.floor(Date.now() / 1000)

/**
 * A server that imitates the part of Stripe that payments use: pages, payment intents, refunds, disputes and payouts, with
 * their states, idempotency keys and signed messages. Tests act as payer and bank, and decide how messages arrive.
 */
export class TestStripeServer {
  readonly webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  /** Messages that were not delivered yet, the oldest first. */
  readonly events: StripeEvent[] = []
  /** Paths of the requests that changed something, in their order. */
  readonly changes: string[] = []
  /** Number of requests that arrived. */
  requests = 0
  /** Called for each request; a returned moment breaks its connection then, before or after it is carried out. */
  onRequest: (request: string) => 'before' | 'after' | null = () => null
  /** Called when a request was stopped. */
  onStopped: () => void = () => {}
  readonly url: string
  private readonly server: Server
  private readonly objects = new Map<string, StoredObject>()
  private readonly answers = new Map<string, { request: string; answer: Answer }>()
  private mishap: Mishap | null = null
  private isDown = false
  private isSilent = false
  private held: Promise<void> | null = null
  private numbers = 0
  private readonly stripe = new Stripe('sk_test_server')

  private constructor(server: Server) {
    this.server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async open(): Promise<TestStripeServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const stripe = new TestStripeServer(server)
    server.on('request', (request, response) => void stripe.handle(request, response))
    return stripe
  }

  /** Environment of a server that uses this server. */
  get environment(): Record<string, string> {
    const { url, webhookSecret } = this
    return {
      STRIPE_SECRET_KEY: 'sk_test_server',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_TEST_URL: url,
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  /**
   * Lets the next changing request fail after it was carried out: an error 500, or broken connections from then on, until
   * `down(false)`. With `outage` it gets its answer, and all requests after it 503.
   */
  failNext(mishap: Mishap): void {
    this.mishap = mishap
  }

  /** Answers every request with 503 until it is switched back. */
  down(isDown: boolean): void {
    this.isDown = isDown
    this.isSilent = false
  }

  /** Delays the answers of all requests until the returned function is called. */
  hold(): () => void {
    let release: (() => void) | undefined
    this.held = new Promise((resolve) => {
      release = resolve
    })
    return () => {
      this.held = null
      release?.()
    }
  }

  object(id: string): Fields {
    return this.objects.get(id)!
  }

  /** Returns the ids of the objects of a kind, the oldest first. */
  ids(object: string): string[] {
    return [...this.objects.values()].filter((stored) => stored.object === object).map(({ id }) => id)
  }

  /** The payer submits a page: the amount is authorised. Returns the payment intent. */
  pay(
    sessionId: string,
    { captureBefore = seconds() + 7 * 86_400 }: { captureBefore?: number } = {},
  ): string {
    const session = this.objects.get(sessionId)!
    if (session.status !== 'open') throw new Error('the page is not open')
    const amount = session.amount_total as number
    const metadata = session.intent_metadata as Fields
    const charge = this.add('ch', 'charge', {
      balance_transaction: null,
      payment_method_details: { card: { capture_before: captureBefore } },
    })
    const intent = this.add('pi', 'payment_intent', {
      amount,
      amount_capturable: amount,
      amount_received: 0,
      currency: session.currency,
      status: 'requires_capture',
      latest_charge: charge.id,
      metadata,
    })
    Object.assign(session, { status: 'complete', payment_intent: intent.id, url: null })
    this.emit('payment_intent.amount_capturable_updated', intent)
    this.emit('checkout.session.completed', session)
    return intent.id
  }

  /** The page was not used in time. */
  expire(sessionId: string): void {
    const session = this.objects.get(sessionId)!
    Object.assign(session, { status: 'expired', url: null })
    this.emit('checkout.session.expired', session)
  }

  /** The bank ends an authorization that was not captured. */
  endAuthorization(intentId: string): void {
    const intent = this.objects.get(intentId)!
    Object.assign(intent, { status: 'canceled', amount_capturable: 0 })
    this.emit('payment_intent.canceled', intent)
  }

  /** The bank returns a refund that had succeeded. */
  failRefund(refundId: string): void {
    const refund = this.objects.get(refundId)!
    refund.status = 'failed'
    this.emit('refund.failed', refund)
  }

  /** Someone captures a whole payment at Stripe. */
  captureAtStripe(intentId: string): void {
    const intent = this.objects.get(intentId)!
    this.capture(intent, Number(intent.amount))
  }

  /** Someone refunds at Stripe. */
  refundAtStripe(intentId: string, amount: number, metadata: Fields = {}): string {
    return this.addRefund({ payment_intent: intentId, amount: String(amount), metadata }).id
  }

  /** The payer disputes a payment; the amount is withdrawn with a fee. */
  dispute(intentId: string, amount: number, fee = 1500): string {
    const id = this.openDispute(intentId, amount)
    this.withdraw(id, fee)
    return id
  }

  /** The payer disputes a payment; nothing is withdrawn yet. */
  openDispute(intentId: string, amount: number): string {
    const { currency } = this.objects.get(intentId)!
    const dispute = this.add('du', 'dispute', {
      amount,
      currency,
      reason: 'fraudulent',
      status: 'needs_response',
      payment_intent: intentId,
      balance_transactions: [],
    })
    this.emit('charge.dispute.created', dispute)
    return dispute.id
  }

  withdraw(disputeId: string, fee = 1500): void {
    this.moveFunds(disputeId, { fee, reporting_category: 'dispute' })
    this.emit('charge.dispute.funds_withdrawn', this.objects.get(disputeId)!)
  }

  reinstate(disputeId: string): void {
    this.moveFunds(disputeId, { fee: 0, reporting_category: 'dispute_reversal' })
    this.emit('charge.dispute.funds_reinstated', this.objects.get(disputeId)!)
  }

  /** Closes a dispute; the amount of one that is won is returned separately. */
  decideDispute(disputeId: string, status: 'won' | 'lost'): void {
    const dispute = this.objects.get(disputeId)!
    dispute.status = status
    this.emit('charge.dispute.closed', dispute)
  }

  closeDispute(disputeId: string, status: 'won' | 'lost'): void {
    if (status === 'won') this.reinstate(disputeId)
    this.decideDispute(disputeId, status)
  }

  /** Stripe pays its balance to the bank. */
  payOut(amount: number, currency = 'eur'): string {
    const payout = this.add('po', 'payout', { amount, currency, status: 'paid' })
    this.emit('payout.paid', payout)
    return payout.id
  }

  failPayout(payoutId: string): void {
    const payout = this.objects.get(payoutId)!
    payout.status = 'failed'
    this.emit('payout.failed', payout)
  }

  /** Removes the messages that were not delivered, and returns them. */
  takeEvents(): StripeEvent[] {
    return this.events.splice(0)
  }

  /** Delivers a message to a server; returns the status of its answer. */
  async deliver(url: string, { body }: Pick<StripeEvent, 'body'>, options: Delivery = {}): Promise<number> {
    const { secret = this.webhookSecret, timestamp = seconds(), sent = body, headers = {} } = options
    const signature = this.stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
    const response = await fetch(`${url}/api/v1/payment/event/stripe`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        ...headers,
      },
      body: sent,
    })
    await response.arrayBuffer()
    return response.status
  }

  /** Delivers all messages to a server, which must accept each. */
  async deliverAll(url: string): Promise<void> {
    for (const event of this.takeEvents()) {
      const status = await this.deliver(url, event)
      if (status !== 200) throw new Error(`the server answered ${status} to ${event.body}`)
    }
  }

  private moveFunds(disputeId: string, booked: { fee: number; reporting_category: string }): void {
    const dispute = this.objects.get(disputeId)!
    const { amount, currency } = dispute
    const signed = booked.reporting_category === 'dispute' ? -Number(amount) : Number(amount)
    const before = dispute.balance_transactions as Fields[]
    dispute.balance_transactions = [...before, { ...booked, amount: signed, currency }]
  }

  private add(prefix: string, object: string, fields: Fields): StoredObject {
    this.numbers += 1
    const id = `${prefix}_${this.numbers}${randomBytes(8).toString('hex')}`
    const stored = { id, object, ...fields }
    this.objects.set(id, stored)
    return stored
  }

  private emit(type: string, object: StoredObject): void {
    const id = `evt_${randomBytes(12).toString('hex')}`
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      livemode: false,
      type,
      data: { object: this.shown(object) },
    })
    this.events.push({ id, type, object, body })
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await text(request)
    this.requests += 1
    if (this.held) await this.held
    if (this.isSilent) return void request.socket.destroy()
    const name = `${request.method} ${request.url!.replaceAll(/[a-z]+(_test)?_\d+[0-9a-f]{16}/g, '$1').replace(/\?.*/, '')}`
    const moment = this.onRequest(name)
    const stop = () => {
      request.socket.destroy()
      this.onStopped()
    }
    if (moment === 'before') return stop()
    const isChange = request.method === 'POST'
    const mishap = isChange ? this.mishap : null
    if (mishap) this.mishap = null
    const answer = this.isDown
      ? fail(503, { type: 'api_error', message: 'down' })
      : this.answer(request, content, mishap)
    if (mishap === 'silence') {
      this.isSilent = true
      return void request.socket.destroy()
    }
    if (mishap === 'outage') this.isDown = true
    if (moment === 'after') return stop()
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': 'req_test' })
    response.end(JSON.stringify(answer.body))
  }

  /** Answers a request; a repeated key gets the first answer, also if it was an error of the server. */
  private answer(request: IncomingMessage, content: string, mishap: Mishap | null): Answer {
    const url = new URL(request.url!, this.url)
    // what a payer would see there
    if (url.pathname.startsWith('/pay/')) return { status: 200, body: {} }
    if (request.headers.authorization !== 'Bearer sk_test_server')
      return fail(401, { type: 'invalid_request_error', message: 'Invalid API Key' })
    const fields = fieldsOf(new URLSearchParams(content === '' ? url.search : content))
    if (request.method === 'GET') return this.read(url.pathname, fields)
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? this.answers.get(key) : undefined
    const same = `${url.pathname} ${content}`
    if (known)
      return known.request === same
        ? known.answer
        : fail(400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters' })
    const carriedOut = this.change(url.pathname, fields)
    if (carriedOut.status === 200) this.changes.push(url.pathname)
    const answer = mishap === 'error' ? fail(500, { type: 'api_error', message: 'unexpected' }) : carriedOut
    if (typeof key === 'string') this.answers.set(key, { request: same, answer })
    return answer
  }

  private read(path: string, fields: Fields): Answer {
    if (path === '/v1/refunds') {
      const all = [...this.objects.values()].filter(
        (stored) => stored.object === 'refund' && stored.payment_intent === fields.payment_intent,
      )
      return { status: 200, body: { object: 'list', data: all, has_more: false } }
    }
    const found = this.objects.get(path.split('/').at(-1)!)
    return found ? { status: 200, body: this.shown(found) } : missing
  }

  /** Returns an object as it is sent, with its parts expanded. */
  private shown(stored: StoredObject): Fields {
    const part = (name: string) => {
      const id = stored[name]
      const found = typeof id === 'string' ? this.objects.get(id) : undefined
      return found ? { [name]: this.shown(found) } : {}
    }
    const { intent_metadata: _, label: _label, ...fields } = stored
    return {
      ...fields,
      ...part('latest_charge'),
      ...(stored.object === 'checkout.session' && part('payment_intent')),
    }
  }

  private change(path: string, fields: Fields): Answer {
    const ok = (stored: StoredObject): Answer => ({ status: 200, body: this.shown(stored) })
    if (path === '/v1/checkout/sessions') return ok(this.addSession(fields))
    if (path === '/v1/refunds') return this.refund(fields)
    const [id = '', verb = ''] = path.split('/').slice(-2)
    const stored = this.objects.get(id)
    if (!stored) return missing
    const refusal = this.run(verb, stored, fields)
    return refusal ?? ok(stored)
  }

  /** Runs a verb on an object; returns the error if its state does not allow it. */
  private run(verb: string, stored: StoredObject, fields: Fields): Answer | null {
    if (verb === 'expire') {
      if (stored.status !== 'open') return wrongState('the page is not open')
      this.expire(stored.id)
      return null
    }
    if (stored.status !== 'requires_capture')
      return wrongState(`the payment intent is ${String(stored.status)}`)
    if (verb === 'cancel') {
      this.endAuthorization(stored.id)
      return null
    }
    const amount = Number(fields.amount_to_capture)
    if (amount > Number(stored.amount_capturable)) return wrongState('the amount is too high')
    this.capture(stored, amount)
    return null
  }

  private capture(intent: StoredObject, amount: number): void {
    const charge = this.objects.get(String(intent.latest_charge))!
    const fee = Math.round(amount * 0.015) + 25
    charge.balance_transaction = { id: 'txn_1', fee, currency: intent.currency }
    Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: amount })
    this.emit('payment_intent.succeeded', intent)
  }

  private addSession(fields: Fields): StoredObject {
    const [item] = Object.values(fields.line_items as Record<string, { price_data: Fields }>)
    const { unit_amount, currency, product_data } = item!.price_data
    const { metadata } = fields.payment_intent_data as Fields
    const session = this.add('cs_test', 'checkout.session', {
      status: 'open',
      amount_total: Number(unit_amount),
      label: (product_data as Fields).name,
      currency,
      expires_at: seconds() + 86_400,
      payment_intent: null,
      metadata: fields.metadata,
      intent_metadata: metadata,
      success_url: fields.success_url,
    })
    session.url = `${this.url}/pay/${session.id}`
    return session
  }

  private refund(fields: Fields): Answer {
    const intent = this.objects.get(String(fields.payment_intent))
    const amount = Number(fields.amount)
    const returned = this.ids('refund')
      .map((id) => this.objects.get(id)!)
      .filter((refund) => refund.payment_intent === intent?.id && refund.status !== 'failed')
      .reduce((sum, refund) => sum + Number(refund.amount), 0)
    if (!intent || intent.status !== 'succeeded') return wrongState('nothing was captured')
    if (returned + amount > Number(intent.amount_received)) return wrongState('the amount is too high')
    return { status: 200, body: this.addRefund(fields) }
  }

  private addRefund({ payment_intent, amount, metadata }: Fields): StoredObject {
    const { currency } = this.objects.get(String(payment_intent))!
    const of = { payment_intent, currency, metadata, amount: Number(amount) }
    const refund = this.add('re', 'refund', { ...of, status: 'succeeded' })
    this.emit('refund.created', refund)
    return refund
  }
}

interface Delivery {
  secret?: string
  timestamp?: number
  /** What is sent instead of the signed body. */
  sent?: string
  headers?: Record<string, string>
}

/** Returns the fields of a form whose names have parts in brackets. */
function fieldsOf(form: URLSearchParams): Fields {
  const fields: Fields = {}
  for (const [name, value] of form) {
    const parts = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = fields
    for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Fields
    at[parts.at(-1)!] = value
  }
  return fields
}
