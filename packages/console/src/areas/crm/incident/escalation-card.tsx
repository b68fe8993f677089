import {
  type AnswerOf,
  incidentEscalationList,
  incidentEscalationSet,
  incidentEscalationTargets,
  incidentLimits,
} from '@stationmaster/contract'
import { useState } from 'react'
import css from '../../../features/incidents/incidents.module.css'
import { SeverityChip } from '../../../features/incidents/severity.tsx'
import { isBuiltIn, useGroupName } from '../../../features/people/group-name.ts'
import { useMay } from '../../../lib/access.ts'
import { useFoundOptions } from '../../../lib/found-options.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { NumberField, SelectField } from '../../../ui/form/fields.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'

type Escalation = AnswerOf<typeof incidentEscalationList>[number]
const usualMinutes = 15

/** Who is notified of incidents that no user acknowledges, for each severity. */
export function EscalationCard({ site }: { site: string | null }) {
  const t = useTexts('incidents')
  const found = useEndpoint(incidentEscalationList, { site }, { keepPrevious: true })
  return (
    <Card title={t('escalation.title')}>
      {found.data ? (
        <Stack>
          <p className="muted">{t('escalation.lead')}</p>
          <div>
            {found.data.map((escalation) => (
              <EscalationRow key={`${site} ${escalation.severity}`} site={site} escalation={escalation} />
            ))}
          </div>
        </Stack>
      ) : (
        <Unloaded query={found} rows={3} />
      )}
    </Card>
  )
}

/** Target of a site whose incidents are not escalated. */
const switchedOff = 'off'

const targetOf = ({ user, group, off }: Pick<Escalation, 'user' | 'group' | 'off'>) =>
  off ? switchedOff : user ? `user ${user}` : group ? `group ${group}` : null

const options = (kind: 'user' | 'group', found: readonly { id: string; name: string }[] = []) =>
  found.map(({ id, name }) => [`${kind} ${id}`, name] as const)

/** Returns a function that names the target of an escalation: null if the user may not see it. */
function useTargetName() {
  const groupName = useGroupName()
  return ({ targetname: name, groupcode: code }: Pick<Escalation, 'targetname' | 'groupcode'>): string =>
    name === null ? '–' : code === null ? name : groupName({ code, name })
}

/** Returns properties of a select field whose options are users and groups, found by the server. */
function useTargetOptions(of: Escalation, site: string | null) {
  const t = useTexts('incidents')
  const groupName = useGroupName()
  const targetName = useTargetName()
  const { searched, fieldOf } = useFoundOptions()
  const found = useEndpoint(incidentEscalationTargets, { text: searched }, { keepPrevious: true }).data
  // the server finds other groups by their names, and built-in ones always
  const groups = found?.groups
    .map((group) => ({ ...group, name: groupName(group) }))
    .filter(
      ({ code, name }) => !isBuiltIn(code) || name.toLocaleLowerCase().includes(searched.toLocaleLowerCase()),
    )
  const off = site === null ? [] : [[switchedOff, t('escalation.off')] as const]
  const value = targetOf(of)
  const { data, ...field } = fieldOf(
    [...off, ...options('user', found?.users), ...options('group', groups)],
    value === null || of.off ? [] : [[value, targetName(of)]],
  )
  const those = (kind: string) => data.filter((option) => option.value.startsWith(kind))
  return {
    ...field,
    value,
    data: [
      ...those(switchedOff),
      { group: t('escalation.users'), items: those('user ') },
      { group: t('escalation.groups'), items: those('group ') },
    ],
  }
}

function EscalationRow({ escalation: of, site }: { escalation: Escalation; site: string | null }) {
  const t = useTexts('incidents')
  const { severity, inherited } = of
  const targets = useTargetOptions(of, site)
  const targetName = useTargetName()
  const [minutes, setMinutes] = useState<number | string | null>(null)
  const save = useChange(incidentEscalationSet)
  const isReadOnly = !useMay()(incidentEscalationSet)
  const choose = (target: string | null) => {
    const [kind, id = null] = target?.split(' ') ?? []
    save.mutate({
      site,
      severity,
      minutes: id === null ? null : (of.minutes ?? inherited?.minutes ?? usualMinutes),
      off: kind === switchedOff,
      user: kind === 'user' ? id : null,
      group: kind === 'group' ? id : null,
    })
  }
  const severityName = t(`severities.${severity}`)
  return (
    <div className={css.escalation}>
      <div className={css.ruleName}>
        <SeverityChip severity={severity} />
        {inherited && of.minutes === null && !of.off && (
          <div className="muted">
            {t('escalation.inherited', { target: targetName(inherited), minutes: inherited.minutes })}
          </div>
        )}
        {save.error && <Failure small error={save.error} />}
      </div>
      <NumberField
        aria-label={`${t('escalation.minutes')}: ${severityName}`}
        description={t('escalation.minutes')}
        min={1}
        max={incidentLimits.escalationMinutes}
        allowDecimal={false}
        disabled={isReadOnly || of.minutes === null}
        value={minutes ?? of.minutes ?? ''}
        onChange={setMinutes}
        onBlur={() => {
          const { user, group } = of
          if (typeof minutes === 'number' && minutes !== of.minutes)
            save.mutate({ site, severity, minutes, user, group })
          setMinutes(null)
        }}
      />
      <SelectField
        aria-label={`${t('escalation.target')}: ${severityName}`}
        placeholder={t(site === null ? 'escalation.none' : 'rules.inherited')}
        clearable
        disabled={isReadOnly || save.isPending}
        {...targets}
        onChange={choose}
      />
    </div>
  )
}
