import { type AnswerOf, incidentAssign, incidentAssignees, incidentGet } from '@stationmaster/contract'
import css from '../../../features/incidents/incidents.module.css'
import { useIncidentChanges } from '../../../features/incidents/use-incident-changes.ts'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useFoundOptions } from '../../../lib/found-options.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Figure, Figures } from '../../../ui/page/figures.tsx'
import { Ago, Moment } from '../../../ui/time/moment.tsx'

/** Begin, recurrence, lost sessions and assignee of an incident. */
export function IncidentFigures({ incident }: { incident: AnswerOf<typeof incidentGet> }) {
  const t = useTexts('incidents')
  const format = useFormat()
  const { opened, recurrence, lostsessions, lostweeks } = incident
  const lost = lostsessions === null ? null : Math.round(lostsessions)
  return (
    <Figures>
      <Figure label={t('figures.since')} value={<Ago at={opened} />} note={<Moment at={opened} />} />
      <Figure
        label={t('figures.recurrence')}
        value={<span className="figure">{t('times', { count: recurrence })}</span>}
        note={t('figures.inWeek')}
      />
      <Figure
        label={t('figures.lost')}
        value={
          <span className="figure">
            {lost ? t('figures.about', { sessions: format.number(lost) }) : (lost ?? '–')}
          </span>
        }
        note={lostsessions === null ? t('figures.noEstimate') : t('figures.lostNote', { count: lostweeks })}
      />
      <Figure label={t('figures.assignee')} value={<Assignee incident={incident} />} />
    </Figures>
  )
}

function Assignee({ incident }: { incident: AnswerOf<typeof incidentGet> }) {
  const t = useTexts('incidents')
  const { id, assignee, assigneename, status } = incident
  const mayAssign = useMay()(incidentAssign, { id })
  const { searched, fieldOf } = useFoundOptions()
  const users =
    useEndpoint(incidentAssignees, { id, text: searched }, { enabled: mayAssign, keepPrevious: true }).data ??
    []
  const changes = useIncidentChanges()
  if (!mayAssign || status === 'closed') return assigneename ?? t('figures.noAssignee')
  return (
    <SelectField
      classNames={{ input: css.assignee }}
      aria-label={t('figures.assignee')}
      placeholder={t('figures.noAssignee')}
      clearable
      disabled={changes.isBusy}
      {...fieldOf(
        users.map((user) => [user.id, user.name]),
        assignee === null ? [] : [[assignee, assigneename ?? '–']],
      )}
      value={assignee}
      onChange={(next) => changes.assignTo(incident, next)}
    />
  )
}
