import type { Config } from '../../shared/config.ts'
import { offlineProvider } from './offline.ts'
import { stripeProvider } from './stripe.ts'
import type { OnlineProviderCode, Provider } from './provider.ts'

/** Providers of this server. */
export class Providers {
  private readonly byCode: ReadonlyMap<string, Provider>
  private readonly mainAccount: string

  /** @param mainAccount account whose money Stripe receives: its keys belong to one company */
  constructor({ payments }: Pick<Config, 'payments'>, mainAccount: string) {
    const { offline, stripe } = payments
    const active = [...(offline ? [offlineProvider] : []), ...(stripe ? [stripeProvider(stripe)] : [])]
    this.byCode = new Map(active.map((provider) => [provider.code, provider]))
    this.mainAccount = mainAccount
  }

  /** Returns a provider with which clients of an account can pay; null if it is not available. */
  ofAccount(accountId: string, code: OnlineProviderCode): Provider | null {
    return code === 'offline' || accountId === this.mainAccount ? this.find(code) : null
  }

  /** Returns the providers with which clients of an account can pay. */
  allOf(accountId: string): Provider[] {
    return [...this.byCode.values()].filter(({ code }) => this.ofAccount(accountId, code))
  }

  find(code: string): Provider | null {
    return this.byCode.get(code) ?? null
  }

  /** Returns the providers that report changes by messages, and can be asked for the state of a payment. */
  withMessages(): Provider[] {
    return [...this.byCode.values()].filter(({ code }) => code !== 'offline')
  }

  /** Returns the account to which money of a provider belongs that no payment explains, such as payouts. */
  get accountOfPayouts(): string {
    return this.mainAccount
  }
}
