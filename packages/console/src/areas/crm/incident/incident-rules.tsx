import {
  type AnswerOf,
  type BodyOf,
  type incidentRuleList as RuleList,
  incidentRuleList,
  incidentRuleSet,
  incidentSeverities,
  type IncidentSeverity,
} from '@stationmaster/contract'
import { useState } from 'react'
import css from '../../../features/incidents/incidents.module.css'
import { useMay } from '../../../lib/access.ts'
import { text, useAddress } from '../../../lib/address.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useSiteIdOptions } from '../../../lib/site-options.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { NumberField, SelectField, SwitchField } from '../../../ui/form/fields.tsx'
import { Card, Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { EscalationCard } from './escalation-card.tsx'

type Rule = AnswerOf<typeof RuleList>[number]
/** Null: as for the account, or the default. */
type Change = Pick<BodyOf<typeof incidentRuleSet>, 'enabled' | 'limit' | 'severity'>
const where = { site: text() }

/** The rules that open incidents, of the account or of one site. */
export default function IncidentRules() {
  const t = useTexts('incidents')
  const [at, go] = useAddress(where)
  const site = at.site || null
  const sites = useSiteIdOptions(at.site)
  const rules = useEndpoint(incidentRuleList, { site }, { keepPrevious: true })
  return (
    <Page>
      <PageHead
        title={t('rules.title')}
        facts={t('rules.lead')}
        crumbs={[{ label: t('title'), to: addressOf('/crm/incidents') }]}
      />
      <Card>
        <Stack>
          <SelectField
            label={t('rules.of')}
            placeholder={t('rules.account')}
            {...sites}
            value={site}
            onChange={(next) => go({ site: next ?? '' })}
          />
          {rules.data ? (
            <div>
              {rules.data.map((rule) => (
                <RuleRow key={`${site} ${rule.rule}`} rule={rule} site={site} />
              ))}
            </div>
          ) : (
            <Unloaded query={rules} rows={9} />
          )}
        </Stack>
      </Card>
      <EscalationCard site={site} />
    </Page>
  )
}

function RuleRow({ rule: of, site }: { rule: Rule; site: string | null }) {
  const t = useTexts('incidents')
  const { rule, enabled, severity, least, most } = of
  // null: not being edited
  const [limit, setLimit] = useState<number | string | null>(null)
  const name = t(`rules.names.${rule}`)
  const save = useChange(incidentRuleSet)
  const isReadOnly = !useMay()(incidentRuleSet)
  const isOwn = Object.values(of.own).some((value) => value !== null)
  const set = (change: Change) => save.mutate({ site, rule, ...change })
  return (
    <div className={css.rule}>
      <div className={css.ruleName}>
        <b>{name}</b>
        {site !== null && !isOwn && <div className="muted">{t('rules.inherited')}</div>}
        {isOwn && !isReadOnly && (
          <div>
            <Button
              small
              kind="quiet"
              aria-label={`${t('rules.reset')}: ${name}`}
              disabled={save.isPending}
              onClick={() => set({ enabled: null, limit: null, severity: null })}
            >
              {t('rules.reset')}
            </Button>
          </div>
        )}
        {save.error && <Failure small error={save.error} />}
      </div>
      <SwitchField
        aria-label={`${t('rules.enabled')}: ${name}`}
        checked={enabled}
        disabled={isReadOnly || save.isPending}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      <NumberField
        aria-label={`${t('rules.limit')}: ${name}`}
        description={t(`rules.units.${rule}`)}
        min={least}
        max={most}
        allowDecimal={false}
        disabled={isReadOnly || !enabled}
        value={limit ?? of.limit}
        onChange={setLimit}
        onBlur={() => {
          if (typeof limit === 'number' && limit !== of.limit) set({ limit })
          setLimit(null)
        }}
      />
      <SelectField
        aria-label={`${t('columns.severity')}: ${name}`}
        allowDeselect={false}
        disabled={isReadOnly || !enabled}
        data={incidentSeverities.map((value) => ({ value, label: t(`severities.${value}`) }))}
        value={severity}
        onChange={(next) => next && set({ severity: next as IncidentSeverity })}
      />
    </div>
  )
}
