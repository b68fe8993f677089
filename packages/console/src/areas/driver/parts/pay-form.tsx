import type { AnswerOf, driverMoneyGet } from '@stationmaster/contract'
import { IconLock } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { amountOfMinor, decimalOf } from '../../../lib/amount.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useAmount } from '../../../ui/form/use-amount.ts'
import css from './driver.module.css'
import { usePay } from './use-pay.ts'

type Providers = AnswerOf<typeof driverMoneyGet>['providers']
type Provider = Providers[number]

/** Amounts to choose from, in minor units of any currency: 10.00 EUR, 1,000 JPY. */
const amounts = [1_000, 2_500, 5_000, 10_000]
const first = 1

interface TopUpProps {
  currency: string
  providers: Providers
}

/** Form that tops a balance up by one of some amounts, or by another one; without a provider only says so. */
export function TopUpForm(props: TopUpProps) {
  const t = useTexts('driver-money')
  return (
    <section className={css.card}>
      <h2>{t('topUp')}</h2>
      {props.providers.length > 0 ? <AmountForm {...props} /> : <NoProvider />}
    </section>
  )
}

function NoProvider() {
  const t = useTexts('driver-money')
  return <p className={css.small}>{t('noProvider')}</p>
}

function AmountForm({ currency, providers }: TopUpProps) {
  const t = useTexts('driver-money')
  const format = useFormat()
  const [chosen, choose] = useState<number | null>(amounts[first]!)
  const [typed, type] = useState('')
  const [isChecked, check] = useState(false)
  const field = useId()
  const { check: errorOf, invalid } = useAmount(currency)
  const amount = chosen === null ? decimalOf(typed) : amountOfMinor(chosen, currency)
  const isWrong = chosen === null && (errorOf(typed) !== null || Number(amount) === 0)
  return (
    <>
      <fieldset className={css.group}>
        <legend>{t('amount')}</legend>
        <div className={css.amounts}>
          {amounts.map((minor) => (
            <label key={minor} className={css.option}>
              <input
                type="radio"
                name="amount"
                checked={minor === chosen}
                onChange={() => {
                  choose(minor)
                  type('')
                }}
              />
              <b>{format.money(amountOfMinor(minor, currency), currency)}</b>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={css.field}>
        <label htmlFor={field}>
          {t('other')} ({currency})
        </label>
        <input
          id={field}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={typed}
          aria-invalid={isChecked && isWrong}
          onChange={({ currentTarget: { value } }) => {
            type(value)
            choose(value === '' ? amounts[first]! : null)
          }}
          onBlur={() => check(true)}
        />
        {isChecked && isWrong && (
          <Notice tone="bad" alert>
            {invalid}
          </Notice>
        )}
      </div>
      <PayButtons what={{ amount }} providers={providers} isDisabled={isWrong}>
        {t('pay')}
      </PayButtons>
    </>
  )
}

interface PayProps {
  what: { amount: string } | { invoice: string }
  providers: Providers
  isDisabled?: boolean
  children: ReactNode
}

/** Choice of the provider, if there are several, and the button that pays. */
export function PayButtons(props: PayProps) {
  const [preferred] = props.providers
  return preferred ? <PayWith {...props} preferred={preferred} /> : <NoProvider />
}

function PayWith({
  what,
  providers,
  preferred,
  isDisabled = false,
  children,
}: PayProps & { preferred: Provider }) {
  const t = useTexts('driver-money')
  const [chosen, choose] = useState(preferred.code)
  const provider = providers.find(({ code }) => code === chosen) ?? preferred
  const pay = usePay(what, provider.code)
  return (
    <>
      {providers.length > 1 && (
        <fieldset className={css.group}>
          <legend>{t('provider')}</legend>
          <div className={css.grid}>
            {providers.map(({ code }) => (
              <label key={code} className={css.option}>
                <input
                  type="radio"
                  name="provider"
                  checked={code === provider.code}
                  onChange={() => choose(code)}
                />
                <b>{t(`providers.${code}`)}</b>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {pay.error && (
        <Notice tone="bad" alert>
          {pay.error.message}
        </Notice>
      )}
      <button
        type="button"
        className={css.big}
        data-kind="primary"
        disabled={isDisabled || pay.isPending}
        onClick={() => pay.mutate()}
      >
        <IconLock size={22} />
        {children}
      </button>
      <p className={css.small}>{t(provider.trial ? 'trial' : 'secure')}</p>
    </>
  )
}
