import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Figure, Figures } from '../../../ui/page/figures.tsx'
import { changeOf, type Comparison, differenceOf } from './comparison.ts'
import { useSigned } from './use-signed.ts'

/** Shows the cost of all sessions before and with the draft, and how many pay less or more. */
export function ComparisonFigures({ comparison: { sum, currency } }: { comparison: Comparison }) {
  const t = useTexts('tariff-comparison')
  const format = useFormat()
  const { money, difference, percent } = useSigned(currency)
  const share = (count: number) => format.percent((count / sum.sessions) * 100)
  return (
    <Figures>
      <Figure label={t('before')} value={money(sum.before)} />
      <Figure label={t('after')} value={money(sum.after)} />
      <Figure label={t('difference')} value={difference(differenceOf(sum))} note={percent(changeOf(sum))} />
      <Figure label={t('less')} value={format.number(sum.less)} note={share(sum.less)} />
      <Figure label={t('more')} value={format.number(sum.more)} note={share(sum.more)} />
    </Figures>
  )
}
