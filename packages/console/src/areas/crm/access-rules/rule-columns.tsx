import type { accessRuleList, AnswerOf } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ObjectState } from '../../../ui/state/object-state.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { codeColumn, momentColumn, none, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { weekdayName } from '../../../ui/time/moment.tsx'
import css from './access-rules.module.css'

export type Rule = AnswerOf<typeof accessRuleList>[number]

export function Effect({ effect }: { effect: Rule['effect'] }) {
  const t = useTexts('access')
  return <ToneChip tone={effect === 'allow' ? 'good' : 'bad'}>{t(`effects.${effect}`)}</ToneChip>
}

/** The cards that a rule selects. */
function Cards({ rule }: { rule: Rule }) {
  const t = useTexts('access')
  if (rule.card !== null) return <bdi>{[rule.cardname, rule.cardcode].filter(Boolean).join(' · ')}</bdi>
  if (rule.cardtag !== null) return t('cards.ofTag', { tag: rule.cardtag })
  if (rule.cardclient !== null) return t('cards.ofClient', { client: rule.cardclientname ?? '' })
  return t('cards.all')
}

/** The stations that a rule selects. */
function Place({ rule }: { rule: Rule }) {
  const t = useTexts('access')
  if (rule.station !== null) {
    const { connectorid } = rule
    const identity = rule.identity ?? ''
    return connectorid === null
      ? t('places.ofStation', { identity })
      : t('places.ofConnector', { identity, connector: connectorid })
  }
  if (rule.stationtag !== null) return t('places.ofTag', { tag: rule.stationtag })
  if (rule.site !== null) return t('places.ofSite', { site: rule.sitelabel ?? '' })
  if (rule.network !== null) return t('places.ofNetwork', { network: rule.networkname ?? '' })
  return t('places.all')
}

/** The times at which a rule applies. */
function Times({ rule: { times, validfrom, validto } }: { rule: Rule }) {
  const t = useTexts('access')
  const format = useFormat()
  const lines = (times ?? []).map(({ days, from, to }) =>
    [days.length < 7 && daysText(days, format.tag), `${from}–${to === '00:00' ? '24:00' : to}`]
      .filter(Boolean)
      .join(' '),
  )
  if (lines.length === 0) lines.push(t('times.always'))
  if (validfrom !== null) lines.push(t('times.validFrom', { date: format.dateTime(validfrom) }))
  if (validto !== null) lines.push(t('times.validTo', { date: format.dateTime(validto) }))
  return <span className={css.lines}>{lines.join('\n')}</span>
}

/** Returns weekdays in words, consecutive ones as a range. */
function daysText(days: readonly number[], tag: string): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b)
  const name = (day: number) => weekdayName(tag, day, 'short')
  const ranges: number[][] = []
  for (const day of sorted) {
    const last = ranges.at(-1)
    if (last && last.at(-1) === day - 1) last.push(day)
    else ranges.push([day])
  }
  return ranges
    .map((range) =>
      range.length > 2 ? `${name(range[0]!)}–${name(range.at(-1)!)}` : range.map(name).join(', '),
    )
    .join(', ')
}

function State({ rule }: { rule: Rule }) {
  const t = useTexts('access')
  return <ObjectState classCode="access_rule" object={rule} word={(state) => t(`states.${state}`)} />
}

export const ruleColumns: readonly Column<Rule>[] = [
  textColumn('label', 'access:columns.label', { min: 180, narrow: 'title' }),
  {
    id: 'effect',
    title: 'access:columns.effect',
    sort: 'effect',
    narrow: 'badge',
    cell: ({ effect }) => <Effect effect={effect} />,
  },
  {
    id: 'state',
    title: 'access:columns.state',
    sort: 'statecode',
    narrow: 'note',
    cell: (rule) => <State rule={rule} />,
  },
  { id: 'cards', title: 'access:columns.cards', narrow: 'subtitle', cell: (rule) => <Cards rule={rule} /> },
  { id: 'place', title: 'access:columns.place', narrow: 'note', cell: (rule) => <Place rule={rule} /> },
  { id: 'times', title: 'access:columns.times', narrow: 'note', cell: (rule) => <Times rule={rule} /> },
  codeColumn('code', 'access:columns.code', { hidden: true }),
  textColumn('clientname', 'access:columns.client', { id: 'client', sort: false, hidden: true }),
  {
    id: 'description',
    title: 'access:columns.description',
    hidden: true,
    cell: ({ description }) => description ?? none,
  },
  momentColumn('created', 'access:columns.created', { hidden: true }),
]
