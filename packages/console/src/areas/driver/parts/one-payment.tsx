import { type AnswerOf, driverMoneyGet, driverPaymentGet, type paymentStates } from '@stationmaster/contract'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { keyOf, useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { StoredError } from '../../../lib/stored-error.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'
import { DriverPage } from './driver-page.tsx'
import css from './driver.module.css'
import { leftStart } from './left-start.ts'

type Payment = AnswerOf<typeof driverPaymentGet>
type State = (typeof paymentStates)[number]

/** Interval of reading a payment that waits for its payer. */
const openMs = 3_000
/** Interval after that: only a refund or a late payment follows. */
const settledMs = 60_000

const glyphs = {
  pending: 'reserved',
  waiting_for_capture: 'preparing',
  succeeded: 'available',
  refunded: 'finishing',
  cancelled: 'unavailable',
  expired: 'unavailable',
  failed: 'faulted',
} as const satisfies Record<State, string>

const isState = (code: string): code is State => code in glyphs
/** Returns the state in words of the page; payments have no others. */
const stateOf = ({ statecode }: Payment): State => (isState(statecode) ? statecode : 'pending')

/** A payment: what is to be done until it is paid, and its result. Payers return here from the page of the provider. */
export function OnePayment({ id }: { id: string }) {
  const t = useTexts('driver-money')
  const words = useTexts('driver')
  const format = useFormat()
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(true)
  const found = useEndpoint(driverPaymentGet, { id }, { refetchInterval: isOpen ? openMs : settledMs })
  const payment = found.data
  const state = payment && stateOf(payment)
  const waits = state === undefined || state === 'pending' || state === 'waiting_for_capture'
  if (isOpen !== waits) setOpen(waits)
  useEffect(() => {
    // the balance that the next page shows
    if (state === 'succeeded') void cache.invalidateQueries({ queryKey: keyOf(driverMoneyGet) })
  }, [state, cache])
  if (!payment || !state)
    return (
      <DriverPage title={t('payment.title')}>
        <Unloaded query={found} rows={5} />
      </DriverPage>
    )
  const { currency, checkout, invoice, error, trial } = payment
  const hasFailed = state === 'failed' || state === 'cancelled' || state === 'expired'
  const start = invoice === null ? leftStart() : null
  const next =
    invoice === null ? addressOf('/driver/money') : addressOf('/driver/money', ['invoice', invoice])
  return (
    <DriverPage
      title={t('payment.title')}
      action={
        <>
          {state === 'pending' && checkout !== null && (
            <a className={css.big} data-kind="primary" href={checkout}>
              <IconLock size={22} />
              {t('openPay')}
            </a>
          )}
          {hasFailed && (
            <Link className={css.big} data-kind="primary" to={next}>
              {t('payment.again')}
            </Link>
          )}
          {state === 'succeeded' && start !== null && (
            <Link
              className={css.big}
              data-kind="primary"
              to={addressOf('/driver/charge', [start.place, start.connector])}
            >
              {t('payment.toStart')}
            </Link>
          )}
          {state === 'succeeded' && (
            <Link
              className={css.big}
              data-kind={start === null ? 'primary' : undefined}
              to={addressOf('/driver')}
            >
              {words('find.title')}
            </Link>
          )}
        </>
      }
    >
      <div className={css.centre} role={hasFailed ? 'alert' : 'status'} aria-busy={isOpen}>
        <span className={css.state} data-state={glyphs[state]}>
          <StateGlyph state={glyphs[state]} size={72} />
        </span>
        <h2>{t(`payment.state.${state}`)}</h2>
        <p>{t(`payment.lead.${state}`, { amount: format.money(payment.amount, currency) })}</p>
        {hasFailed && error !== null && (
          <p>
            <Suspense>
              <StoredError code={error} params={null} message={null} />
            </Suspense>
          </p>
        )}
      </div>
      {trial && <Notice tone="calm">{t('trial')}</Notice>}
      <Link className={css.small} to={addressOf('/driver/money')}>
        {t('back')}
      </Link>
    </DriverPage>
  )
}
