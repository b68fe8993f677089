import type { accessRuleSet, BodyOf } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { useForm } from '../../../ui/form/form.ts'
import { versionIn } from '../../../ui/form/stored-values.ts'
import type { Rule } from './rule-columns.tsx'

/** Ways in which a rule selects cards and stations. */
export const cardKinds = ['all', 'client', 'tag', 'card'] as const
export const placeKinds = ['all', 'network', 'site', 'tag', 'station'] as const

const cardKindOf = (rule: Rule | null): (typeof cardKinds)[number] => {
  if (rule?.card) return 'card'
  if (rule?.cardtag) return 'tag'
  return rule?.cardclient ? 'client' : 'all'
}
const placeKindOf = (rule: Rule | null): (typeof placeKinds)[number] => {
  if (rule?.station) return 'station'
  if (rule?.stationtag) return 'tag'
  if (rule?.site) return 'site'
  return rule?.network ? 'network' : 'all'
}

interface Period {
  /** Weekdays as texts, for the field: 1 is Monday. */
  days: string[]
  from: string
  to: string
}
export const newPeriod: Period = { days: ['1', '2', '3', '4', '5'], from: '08:00', to: '18:00' }

/** Returns the values of the form of a rule. */
export const valuesOfRule = (rule: Rule | null) => ({
  version_no: rule?.version_no,
  label: rule?.label ?? '',
  effect: rule?.effect ?? ('deny' as Rule['effect']),
  cards: cardKindOf(rule),
  card: rule?.card ?? null,
  cardtag: rule?.cardtag ?? '',
  cardclient: rule?.cardclient ?? null,
  places: placeKindOf(rule),
  network: rule?.network ?? null,
  site: rule?.site ?? null,
  station: rule?.station ?? null,
  stationtag: rule?.stationtag ?? '',
  connectorid: rule?.connectorid ?? ('' as number | string),
  times: (rule?.times ?? []).map(({ days, from, to }): Period => ({ days: days.map(String), from, to })),
  validfrom: rule?.validfrom ?? null,
  validto: rule?.validto ?? null,
  client: rule?.client ?? null,
  description: rule?.description ?? '',
})
type Values = ReturnType<typeof valuesOfRule>
export type RuleForm = ReturnType<typeof useRuleForm>

export function useRuleForm(rule: Rule | null) {
  const t = useTexts('access')
  const chosen = (kind: string, value: string | null) => (kind === value ? t('missing') : null)
  return useForm({
    initialValues: valuesOfRule(rule),
    validate: {
      label: (text) => (text.trim() === '' ? t('missingLabel') : null),
      card: (id, { cards }) => (id === null ? chosen('card', cards) : null),
      cardtag: (tag, { cards }) => (tag.trim() === '' ? chosen('tag', cards) : null),
      cardclient: (id, { cards }) => (id === null ? chosen('client', cards) : null),
      network: (id, { places }) => (id === null ? chosen('network', places) : null),
      site: (id, { places }) => (id === null ? chosen('site', places) : null),
      station: (id, { places }) => (id === null ? chosen('station', places) : null),
      stationtag: (tag, { places }) => (tag.trim() === '' ? chosen('tag', places) : null),
      times: {
        days: (days) => (days.length === 0 ? t('missing') : null),
        from: (time) => (time === '' ? t('missing') : null),
        to: (time) => (time === '' ? t('missing') : null),
      },
    },
  })
}

/** Returns the request that stores the values; what the chosen kinds do not use is removed. */
export function bodyOfRule(rule: Rule | null, values: Values): BodyOf<typeof accessRuleSet> {
  const { cards, places, times, client } = values
  return {
    id: rule?.id ?? null,
    ...versionIn(values),
    label: values.label.trim(),
    effect: values.effect,
    card: cards === 'card' ? values.card : null,
    cardtag: cards === 'tag' ? values.cardtag.trim() : null,
    cardclient: cards === 'client' ? values.cardclient : null,
    network: places === 'network' ? values.network : null,
    site: places === 'site' ? values.site : null,
    station: places === 'station' ? values.station : null,
    stationtag: places === 'tag' ? values.stationtag.trim() : null,
    connectorid: places === 'station' && values.connectorid !== '' ? Number(values.connectorid) : null,
    times:
      times.length === 0 ? null : times.map(({ days, from, to }) => ({ days: days.map(Number), from, to })),
    validfrom: values.validfrom,
    validto: values.validto,
    description: values.description.trim() || null,
    // absent: users of a client can neither set nor clear it
    ...(client === (rule?.client ?? null) ? {} : { client }),
  }
}
