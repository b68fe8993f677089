import {
  type AnswerOf,
  type TariffDefinition,
  type TariffVersion,
  tariffPrice,
} from '@stationmaster/contract'
import { useState } from 'react'
import { amountOfMinor } from '../../../lib/amount.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Dimmed, Failure } from '../../../ui/feedback/feedback.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { priceRequest, type SampleSession, sampleSessions, startOf } from './sample-session.ts'
import css from './tariff.module.css'

interface SamplesProps {
  definition: TariffDefinition
  /** Version to compare with. */
  active: TariffVersion | null
}

/** Three sessions with their prices, and the difference to the active version. */
export function SampleSessions({ definition, active }: SamplesProps) {
  const t = useTexts('tariffs')
  return (
    <Card title={t('samples.title')} pad={false}>
      <ul className={css.samples}>
        {sampleSessions.map((sample) => (
          <Sample key={sample.name} sample={sample} definition={definition} active={active} />
        ))}
      </ul>
    </Card>
  )
}

function Sample({ sample, definition, active }: SamplesProps & { sample: SampleSession }) {
  const t = useTexts('tariffs')
  const format = useFormat()
  const [start] = useState(() => startOf(sample, new Date()))
  const of = { start, zone: format.zone }
  const priced = useEndpoint(tariffPrice, priceRequest(sample, definition, of), { keepPrevious: true })
  const compared = active && active.definition !== definition
  const before = useEndpoint(tariffPrice, priceRequest(sample, active?.definition ?? definition, of), {
    enabled: compared ?? false,
  })
  const price = priced.data
  const facts = t('samples.session', {
    start: format.moment(start),
    duration: format.duration(sample.chargingMinutes * 60),
    energy: format.energy(sample.wh),
  })
  const idle =
    sample.idleMinutes > 0 && t('samples.idle', { duration: format.duration(sample.idleMinutes * 60) })
  return (
    <li>
      <Dimmed when={priced.isPlaceholderData}>
        <div className={css.sampleHead}>
          <b>{t(`samples.${sample.name}`)}</b>
          <b className="figure">{price ? <Money minor={price.total} of={definition} /> : '–'}</b>
        </div>
        <p className="muted">{[facts, idle].filter(Boolean).join(', ')}</p>
        {priced.error && <Failure small error={priced.error} />}
        <div className={css.sampleParts}>
          <span>{price && <Parts price={price} of={definition} />}</span>
          {price && compared && before.data && (
            <Difference minor={price.total - before.data.total} active={active} />
          )}
        </div>
      </Dimmed>
    </li>
  )
}

function Money({ minor, of: { currency } }: { minor: number; of: Pick<TariffDefinition, 'currency'> }) {
  return useFormat().money(amountOfMinor(minor, currency), currency)
}

/** The sum by service, if there are several. */
function Parts({ price, of: { currency } }: { price: AnswerOf<typeof tariffPrice>; of: TariffDefinition }) {
  const t = useTexts('tariffs')
  const format = useFormat()
  return price.lines
    .filter(({ amount }) => amount !== 0)
    .map(
      ({ service, amount }) =>
        `${t(`services.${service}`)} ${format.money(amountOfMinor(amount, currency), currency)}`,
    )
    .join(' + ')
}

function Difference({ minor, active: { number, definition } }: { minor: number; active: TariffVersion }) {
  const t = useTexts('tariffs')
  const format = useFormat()
  const { currency } = definition
  const version = t('version', { number })
  if (minor === 0) return <span>{t('samples.same', { version })}</span>
  const amount = format.money(amountOfMinor(Math.abs(minor), currency), currency)
  return <span>{t(minor > 0 ? 'samples.more' : 'samples.less', { amount, version })}</span>
}
