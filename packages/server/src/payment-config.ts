import type { Environment } from './environment.ts'
import type { PaymentConfig } from './shared/config.ts'
import { StartProblem } from './shared/start-problem.ts'

type Variables = Pick<
  Environment,
  'OFFLINE_PAYMENTS' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_TEST_URL'
>

/** Returns the settings of payment providers. Throws if they contradict each other. */
export function paymentConfig(env: Variables): PaymentConfig {
  const {
    OFFLINE_PAYMENTS: offline,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = env
  if ((secretKey === '') !== (webhookSecret === ''))
    throw new StartProblem('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together')
  if (secretKey === '') return { offline, stripe: null, isTrial: offline }
  const isLive = /^.._live_/.test(secretKey)
  if (isLive && offline)
    throw new StartProblem('OFFLINE_PAYMENTS must be off with live keys in STRIPE_SECRET_KEY')
  if (isLive && env.STRIPE_TEST_URL !== '')
    throw new StartProblem('STRIPE_TEST_URL must be empty with live keys in STRIPE_SECRET_KEY')
  const apiUrl = env.STRIPE_TEST_URL || undefined
  return { offline, stripe: { secretKey, webhookSecret, isLive, apiUrl }, isTrial: !isLive }
}
