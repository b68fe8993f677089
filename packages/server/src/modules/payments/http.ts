import { AddressRate } from '../../shared/address-rate.ts'
import { hideMethods } from '../../shared/client-user.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import { runCount } from '../../storage/list/list-query.ts'
import type { Methods } from '../workflow/index.ts'
import { createPayment } from './create-payment.ts'
import { driverPaymentsHttp } from './driver-http.ts'
import type { PaymentDeps } from './deps.ts'
import { receiveEvent } from './receive-event.ts'
import { paymentDetailSource, paymentSource } from './list-store.ts'
import { paymentNotFound } from './payment-events.ts'

export interface PaymentHttpDeps extends PaymentDeps {
  methods: Methods
}

const objects = { classCode: 'payment', source: paymentSource } as const
/** Messages with a wrong signature from one address in a minute, before they are refused without a check. */
const refusedPerMinute = 30

export const paymentsHttp = (deps: PaymentHttpDeps) => {
  const { db, bus, methods, providers } = deps
  const refused = new AddressRate(refusedPerMinute)
  return {
    ...driverPaymentsHttp(deps),
    async paymentList(viewer, query) {
      const rows = await methods.list(viewer, objects, query)
      return isRefusal(rows) ? rows : rows.map((row) => hideMethods(viewer, row))
    },
    paymentCount: (viewer, query) => runCount({ db, source: paymentSource, scope: viewer }, query),
    async paymentGet(viewer, { id, fields }) {
      const shown = { classCode: 'payment' as const, source: paymentDetailSource, fields }
      const payment = await methods.get(viewer, shown, { id })
      if (!payment) return paymentNotFound
      return isRefusal(payment) ? payment : hideMethods(viewer, payment)
    },
    async paymentMethod(viewer, { id }) {
      const offers = await methods.offers(viewer, 'payment', id)
      return isRefusal(offers) || viewer.clientId === null ? offers : []
    },
    async paymentCreate(viewer, body) {
      const id = await createPayment(deps, viewer, body)
      if (isRefusal(id)) return id
      const payment = await methods.get(viewer, objects, { id })
      if (!payment) return paymentNotFound
      return isRefusal(payment) ? payment : hideMethods(viewer, payment)
    },
    paymentProviders: async ({ accountId }) => [
      { code: 'manual' as const, trial: false, online: false },
      ...providers.allOf(accountId).map(({ code, isTrial }) => ({ code, trial: isTrial, online: true })),
    ],
    async paymentEvent(_viewer, _body, { body, header, address }) {
      const provider = providers.find('stripe')
      if (!provider) return refuse('payment.provider_inactive')
      const isStored = await receiveEvent(deps, provider, { body, signature: header('stripe-signature') })
      if (!isStored)
        return refused.take(address)
          ? refuse('payment.event_invalid')
          : refuse('request.too_many_from_address')
      await bus.publish(db, [{ kind: 'payment.reported' }])
      return { result: true }
    },
  } satisfies Handlers
}
