import { useTexts } from '../../lib/texts.ts'
import { agoColumn, codeColumn, momentColumn, none, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import css from './incidents.module.css'
import { type Incident, useCause } from './incident-words.ts'
import { IncidentStatus, SeverityChip } from './severity.tsx'

/** The cause in words, in bold until a user acknowledges the incident. */
function Cause({ incident }: { incident: Incident }) {
  const isNew = incident.status === 'open' && incident.acknowledged === null
  return <span className={isNew ? css.isNew : undefined}>{useCause()(incident)}</span>
}

function Recurrence({ count }: { count: number }) {
  return useTexts('incidents')('recurrence', { count })
}

export const incidentColumns: readonly Column<Incident>[] = [
  {
    id: 'incident',
    title: 'incidents:columns.incident',
    sort: 'rule',
    min: 260,
    narrow: 'title',
    cell: (incident) => <Cause incident={incident} />,
  },
  {
    id: 'severity',
    title: 'incidents:columns.severity',
    sort: 'urgency',
    narrow: 'badge',
    cell: ({ severity }) => <SeverityChip severity={severity} />,
  },
  codeColumn('identity', 'incidents:columns.station', { id: 'station', narrow: 'subtitle' }),
  textColumn('sitelabel', 'incidents:columns.site', { id: 'site', cut: 'short' }),
  {
    id: 'status',
    title: 'incidents:columns.status',
    sort: 'status',
    cell: ({ status }) => <IncidentStatus status={status} />,
  },
  agoColumn('opened', 'incidents:columns.since', { narrow: 'value' }),
  {
    id: 'recurrence',
    title: 'incidents:columns.recurrence',
    sort: 'recurrence',
    cell: ({ recurrence }) => (recurrence === 0 ? none : <Recurrence count={recurrence} />),
  },
  textColumn('assigneename', 'incidents:columns.assignee', { id: 'assignee' }),
  textColumn('cardname', 'incidents:columns.card', { id: 'card', hidden: true }),
  momentColumn('closed', 'incidents:columns.closed', { hidden: true }),
]
