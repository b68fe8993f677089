import { type AnswerOf, ratingGet, ratingRecompute } from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { KeyValues } from '../../ui/data/key-values.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Failure, Unloaded } from '../../ui/feedback/feedback.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/page/page.tsx'
import css from './charges.module.css'
import { exactSum, exactText } from './exact-sum.ts'
import { useQuantity } from './use-quantity.ts'

type Rating = AnswerOf<typeof ratingGet>
type Line = Rating['lines'][number]

/** Explanation of the cost of a session: readings, calculation, rules, and the proof that it can be computed again. */
export function WhyDrawer({
  amount,
  rating,
  number,
  onClose,
}: {
  /** Cost of the session or the line, with its currency. */
  amount: string
  rating: string
  /** Number of the session; null if it is deleted. */
  number: number | null
  onClose: () => void
}) {
  const t = useTexts('charges')
  const found = useEndpoint(ratingGet, { id: rating })
  return (
    <Drawer wide title={t('whyTitle', { amount })} onClose={onClose}>
      {found.data ? (
        <Stack gap={6}>
          {number !== null && <p className="muted">{t('session', { number })}</p>}
          <Readings rating={found.data} />
          {found.data.currency !== null && <Calculation rating={found.data} currency={found.data.currency} />}
          <Rules rating={found.data} />
          <Recompute id={rating} currency={found.data.currency} />
        </Stack>
      ) : (
        <Unloaded query={found} rows={8} />
      )}
    </Drawer>
  )
}

/** Returns the time of day that the clock at the station showed; `offset` is in minutes east of UTC. */
const atStation = (date: string, offset: number): string =>
  new Date(Date.parse(date) + offset * 60_000).toISOString().slice(11, 19)

/** Readings that are shown; the first and the last are among them. */
const mostReadings = 12

function Readings({ rating: { readings, utcoffset } }: { rating: Rating }) {
  const t = useTexts('charges')
  const format = useFormat()
  const isLong = readings.length > mostReadings
  const shown = isLong ? [...readings.slice(0, mostReadings - 1), readings.at(-1)!] : readings
  return (
    <section>
      <h3 className={css.heading}>1 · {t('readings')}</h3>
      <ul className={`${css.parts} ${css.readings}`}>
        {shown.map(({ date, wh, kind }, index) => (
          <li key={`${date} ${kind}`}>
            <span className="figure">{atStation(date, utcoffset)}</span>
            <span>{t(kind)}</span>
            <span className="figure">{format.number(wh / 1000, 3)}</span>
            {isLong && index === mostReadings - 2 && (
              <span className={`${css.more} muted`}>
                {t('moreReadings', { count: readings.length - mostReadings })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Calculation({ rating, currency }: { rating: Rating; currency: string }) {
  const t = useTexts('charges')
  const { lines, utcoffset } = rating
  return (
    <section>
      <h3 className={css.heading}>2 · {t('calculation')}</h3>
      {lines.map((line) => (
        <Parts
          key={`${line.servicecode} ${line.taxrate}`}
          line={line}
          currency={currency}
          utcoffset={utcoffset}
        />
      ))}
      {lines.length === 0 && <p className="muted">{t('none')}</p>}
    </section>
  )
}

function Parts({ line, currency, utcoffset }: { line: Line; currency: string; utcoffset: number }) {
  const t = useTexts('charges')
  const format = useFormat()
  const { quantity, price } = useQuantity(currency)
  const sum = exactSum(line.parts.map(({ exact }) => exact))
  return (
    <ul className={css.parts} aria-label={t(`services.${line.servicecode}`)}>
      {line.parts.map((part, index) => (
        // parts have no id, and their order does not change
        <li key={index}>
          <span>
            {t(`services.${line.servicecode}`)}
            <span className="muted">
              {' '}
              {part.from !== null && part.to !== null && part.from !== part.to
                ? `${atStation(part.from, utcoffset).slice(0, 5)} – ${atStation(part.to, utcoffset).slice(0, 5)}`
                : part.reason !== 'price' && t(`reasons.${part.reason}`)}
            </span>
          </span>
          <span className="figure">{quantity(part.quantity, line.unit)}</span>
          <span className="figure">
            {part.reason === 'grace'
              ? t('reasons.grace')
              : part.price !== null && `× ${price(part.price, line.unit)}`}
          </span>
          <span className="figure">{exactText(format.tag, part.exact)}</span>
        </li>
      ))}
      {sum !== null && line.parts.length > 1 && (
        <li>
          <span>{t('exactSum')}</span>
          <span className="figure">{exactText(format.tag, sum)}</span>
        </li>
      )}
      <li data-sum>
        <span>{t('rounded')}</span>
        <span className="figure">{format.money(line.amount, currency)}</span>
      </li>
    </ul>
  )
}

function Rules({ rating }: { rating: Rating }) {
  const t = useTexts('charges')
  const format = useFormat()
  const { tariffname, utcoffset, timestrusted, revision, flags, tax, currency } = rating
  const hours = Math.abs(utcoffset) / 60
  return (
    <section>
      <h3 className={css.heading}>3 · {t('rules')}</h3>
      <KeyValues
        rows={[
          [t('tariff'), tariffname !== null && t('atStart', { tariff: tariffname })],
          [t('timeZone'), `UTC${utcoffset < 0 ? '−' : '+'}${format.number(hours, hours % 1 === 0 ? 0 : 2)}`],
          [t('clock'), t(timestrusted ? 'trusted' : 'untrusted')],
          currency !== null && [t('tax'), format.money(tax, currency)],
          [t('revision'), revision],
          flags.length > 0 && [
            t('findings'),
            <span key="flags" className="mono">
              {flags.join(', ')}
            </span>,
          ],
        ]}
      />
    </section>
  )
}

function Recompute({ id, currency }: { id: string; currency: string | null }) {
  const t = useTexts('charges')
  const format = useFormat()
  const again = useMutation({ mutationFn: () => call(ratingRecompute, { id }) })
  const { data } = again
  const button = (
    <Button loading={again.isPending} onClick={() => again.mutate()}>
      {t('recompute')}
    </Button>
  )
  if (again.error) return <Failure small error={again.error} onRetry={() => again.mutate()} />
  if (!data) return <div>{button}</div>
  const money = (amount: string | null) => (currency === null ? '' : format.money(amount, currency))
  return (
    <Notice tone={data.equal ? 'good' : 'bad'} alert action={button}>
      <strong>
        {data.equal
          ? t('equal')
          : t('differs', { computed: money(data.computed), stored: money(data.stored) })}
      </strong>
      <div>
        {t('engine', {
          engine: data.engine,
          hash: `${data.hash.slice(0, 6)}…${data.hash.slice(-4)}`,
          time: format.time(data.date),
        })}
      </div>
      {!data.intact && <div>{t('damaged')}</div>}
    </Notice>
  )
}
