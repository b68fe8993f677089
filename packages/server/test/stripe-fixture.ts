import { openWithSeller } from './invoice-fixture.ts'
import { PaymentFixture } from './payment-fixture.ts'
import { TestStripeServer } from './test-stripe-server.ts'

/** A server that is paid through Stripe, and the server that imitates Stripe. */
export class StripeFixture extends PaymentFixture {
  readonly stripe: TestStripeServer

  private constructor(opened: Awaited<ReturnType<typeof openWithSeller>>, stripe: TestStripeServer) {
    super(opened)
    this.stripe = stripe
  }

  static override async open(): Promise<StripeFixture> {
    const stripe = await TestStripeServer.open()
    return new StripeFixture(await openWithSeller(stripe.environment), stripe)
  }

  /** Delivers all messages of Stripe and processes them. */
  async deliverAll(): Promise<void> {
    await this.stripe.deliverAll(this.server.url)
    await this.reconcile()
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.stripe.close()
  }
}
