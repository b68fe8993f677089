import { type AnswerOf, guestChargeReserve, guestStation, guestStationReport } from '@stationmaster/contract'
import { IconArrowRight, IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { flag, useAddress } from '../../../lib/address.ts'
import { call } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { StoredError } from '../../../lib/stored-error.tsx'
import { useLanguage, useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import driver from '../parts/driver.module.css'
import { Help } from '../parts/help.tsx'
import { PriceRows } from '../parts/price-rows.tsx'
import { useRequestKey } from '../parts/use-request-key.ts'
import { ConnectorCard } from './connector-card.tsx'
import css from './guest.module.css'
import { GuestPage, Unavailable } from './guest-page.tsx'

type Station = AnswerOf<typeof guestStation>

const where = { pay: flag() }
const refreshMs = 15_000

/** The connector of a label: its price, then the amount to reserve. */
export default function Code() {
  const t = useTexts('guest')
  const { code = '' } = useParams()
  const [at, go] = useAddress(where)
  const found = useEndpoint(guestStation, { code }, { refetchInterval: refreshMs })
  if (!found.data)
    return (
      <GuestPage title={t('price.title')} operator={null}>
        <Unavailable query={found} />
      </GuestPage>
    )
  return at.pay && found.data.refusal === null ? (
    <Pay station={found.data} code={code} onBack={() => go({ pay: false })} />
  ) : (
    <Price station={found.data} code={code} onPay={() => go({ pay: true }, { push: true })} />
  )
}

function Price({ station, code, onPay }: { station: Station; code: string; onPay: () => void }) {
  const t = useTexts('guest')
  const report = useMutation({ mutationFn: () => call(guestStationReport, { code }) })
  const { refusal, tariff, operator, phone } = station
  return (
    <GuestPage
      title={t('price.title')}
      operator={operator}
      action={
        <>
          {refusal !== null && (
            <Notice tone="warn" alert>
              <Suspense>
                <StoredError code={refusal} params={null} message={null} />
              </Suspense>
            </Notice>
          )}
          <button
            type="button"
            className={driver.big}
            data-kind="primary"
            disabled={refusal !== null}
            onClick={onPay}
          >
            {t('price.continue')}
            <IconArrowRight size={22} />
          </button>
          <div className={css.links}>
            <Link to={addressOf('/driver')}>{t('price.account')}</Link>
            <button type="button" disabled={report.isPending} onClick={() => report.mutate()}>
              {t('price.wrong')}
            </button>
          </div>
        </>
      }
    >
      {report.data && (
        <Notice tone="good" alert>
          {t('price.reported')}
        </Notice>
      )}
      {report.error && (
        <Notice tone="bad" alert>
          {report.error.message}
        </Notice>
      )}
      <ConnectorCard place={station} isChecked />
      {tariff && <PriceRows name={tariff.name} title={t('price.guest')} definition={tariff.definition} />}
      {phone !== null && <Help phone={phone} />}
    </GuestPage>
  )
}

function Pay({ station, code, onBack }: { station: Station; code: string; onBack: () => void }) {
  const t = useTexts('guest')
  const format = useFormat()
  const navigate = useNavigate()
  const locale = useLanguage()
  const { amounts, currency, connectorno: no, placelabel, operator, trial } = station
  const [chosen, choose] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  const amount = chosen ?? amounts[Math.min(1, amounts.length - 1)]?.amount ?? ''
  // one key per amount: a second tap reserves nothing again
  const [key, renewKey] = useRequestKey(amount)
  const reserve = useMutation({
    mutationFn: () =>
      call(guestChargeReserve, { id: key, code, amount, email: email.trim() || null, locale }),
    onSuccess: ({ secret, checkouturl }) =>
      checkouturl === null
        ? void navigate(`/driver/guest/${secret}`, { replace: true })
        : window.location.assign(checkouturl),
    onError: renewKey,
  })
  const isLeaving = reserve.isPending || reserve.isSuccess
  const { reset } = reserve
  useEffect(() => {
    // the Back button shows the page as it was left, without loading it
    const onShown = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', onShown)
    return () => window.removeEventListener('pageshow', onShown)
  }, [reset])
  const field = useId()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLeaving) reserve.mutate()
      }}
    >
      <GuestPage
        title={t('pay.title', { no })}
        operator={operator}
        onBack={onBack}
        action={
          <>
            {reserve.error && (
              <Notice tone="bad" alert>
                {reserve.error.message}
              </Notice>
            )}
            <button type="submit" className={driver.big} data-kind="primary" disabled={isLeaving}>
              <IconLock size={22} />
              {t('pay.pay')}
            </button>
            <span className={driver.small}>{t(trial ? 'pay.trial' : 'pay.provider')}</span>
          </>
        }
      >
        <fieldset className={driver.group}>
          <legend>{t('pay.upTo')}</legend>
          <div className={css.amounts}>
            {amounts.map((one) => (
              <label key={one.amount} className={driver.option}>
                <input
                  type="radio"
                  name="amount"
                  checked={one.amount === amount}
                  onChange={() => choose(one.amount)}
                />
                <b>{format.money(one.amount, currency)}</b>
                {one.kwh !== null && <span className={driver.small}>{t('pay.about', { kwh: one.kwh })}</span>}
              </label>
            ))}
          </div>
        </fieldset>
        <p className={driver.small}>{t('pay.reservedOnly')}</p>
        <div className={driver.field}>
          <label htmlFor={field}>
            {t('pay.email')} <span>{t('pay.optional')}</span>
          </label>
          <input
            id={field}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <span className={driver.small}>{t('pay.withoutEmail')}</span>
        </div>
        <section className={driver.card}>
          <dl className={css.facts}>
            <div>
              <dt>{t('pay.connector')}</dt>
              <dd>
                {no}, <bdi>{placelabel}</bdi>
              </dd>
            </div>
            <div>
              <dt>{t('pay.now')}</dt>
              <dd>{format.money(amount, currency)}</dd>
            </div>
          </dl>
        </section>
      </GuestPage>
    </form>
  )
}
