import {
  type AnswerOf,
  type driverMoneyGet,
  type driverPlaceGet,
  driverPaymentCreate,
} from '@stationmaster/contract'
import { Link, useParams } from 'react-router'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import css from './driver.module.css'
import { leaveStart } from './left-start.ts'

type Money = AnswerOf<typeof driverMoneyGet>
type Tariff = AnswerOf<typeof driverPlaceGet>['tariffs'][number]

/** Returns true if a balance covers what the tariff reserves; for another currency the server decides. */
export const isCovered = (
  { currency, available }: Pick<Money, 'currency' | 'available'>,
  { definition, preauthorization }: Pick<Tariff, 'preauthorization'> & { definition: { currency: string } },
): boolean => definition.currency !== currency || Number(available) >= Number(preauthorization)

/** The balance before a start, and what the start reserves of it. */
export function BalanceOfStart({ money, tariff }: { money: Money; tariff: Tariff }) {
  const t = useTexts('driver-money')
  const format = useFormat()
  const { available, currency } = money
  const amount = format.money(tariff.preauthorization, tariff.definition.currency)
  const lines = (
    <>
      <b>{t('start', { amount: format.money(available, currency) })}</b>
      <br />
      {isCovered(money, tariff) ? t('reserve', { amount }) : t('tooLow', { amount })}
    </>
  )
  return isCovered(money, tariff) ? (
    <span className={css.small}>{lines}</span>
  ) : (
    <Notice tone="warn" alert>
      {lines}
    </Notice>
  )
}

/** Leads from the start at a connector to the balance, for drivers who may top it up. */
export function TopUpLink({ isQuiet = false }: { isQuiet?: boolean }) {
  const t = useTexts('driver-money')
  const may = useMay()
  const { param1: place, param2: connector } = useParams()
  if (!may(driverPaymentCreate)) return null
  return (
    <Link
      className={css.big}
      data-kind={isQuiet ? undefined : 'primary'}
      to={addressOf('/driver/money')}
      onClick={() => place !== undefined && connector !== undefined && leaveStart({ place, connector })}
    >
      {t('topUp')}
    </Link>
  )
}
