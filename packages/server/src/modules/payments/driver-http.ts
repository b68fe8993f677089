import { type AnswerOf, driverPaymentGet } from '@stationmaster/contract'
import { asClientUser } from '../../shared/client-user.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runGet } from '../../storage/list/list-query.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { createPayment } from './create-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { paymentSource } from './list-store.ts'
import { readMoney } from './money-store.ts'
import { paymentNotFound } from './payment-events.ts'
import { refreshPayment } from './guest-payment.ts'
import { performRequests } from './perform-request.ts'

/** Endpoints of drivers who may see and use the money of their client. */
export const driverPaymentsHttp = (deps: PaymentDeps) =>
  ({
    async driverMoneyGet(viewer) {
      const { clientId, accountId } = asClientUser(viewer)
      const money = await readMoney(deps.db, { clientId, accountId })
      if (!money) return refuse('client.not_found')
      const providers = deps.providers.allOf(accountId)
      return { ...money, providers: providers.map(({ code, isTrial }) => ({ code, trial: isTrial })) }
    },
    async driverPaymentCreate(viewer, { id, invoice, amount, provider }) {
      const payer = asClientUser(viewer)
      const created = await createPayment(deps, payer, {
        id,
        provider,
        ...(invoice === undefined ? { client: payer.clientId } : { invoice }),
        ...(amount !== undefined && { amount }),
        returnto: `/driver/money/payment/${id}`,
      })
      return isRefusal(created) ? created : shown(deps, payer, created)
    },
    async driverPaymentGet(viewer, { id }) {
      const payer = asClientUser(viewer)
      const payment = await shown(deps, payer, id)
      if (isRefusal(payment) || payment.statecode !== 'pending') return payment
      await outsideTenant(async () => {
        await refreshPayment(deps, id)
        // takes what the payer has just authorised
        await performRequests(deps, id)
      })
      return shown(deps, payer, id)
    },
  }) satisfies Handlers

const fields = Object.keys(driverPaymentGet.answer.properties)

const shown = async (
  { db }: Pick<PaymentDeps, 'db'>,
  scope: Viewer,
  id: string,
): Promise<AnswerOf<typeof driverPaymentGet> | Refusal> =>
  (await runGet({ db, source: paymentSource, scope }, { id }, fields)) ?? paymentNotFound
