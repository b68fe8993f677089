import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { TransactionChart } from '../../../features/charts/transaction-chart.tsx'
import { useReadings } from '../../../features/stations/live-readings.ts'
import { type RunningSession, useRunning } from '../../../features/stations/station-queries.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { IconButton } from '../../../ui/buttons.tsx'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Card } from '../../../ui/page/page.tsx'
import css from './station.module.css'
import type { StationSection } from './station-sections.ts'

/** Sections in which the chart starts open; in the others it starts folded to save space. */
const openIn: readonly StationSection[] = ['connectors', 'details']

/** Live chart of the running sessions: power, energy and state of charge. */
export function LiveCharts({ station, section }: { station: string; section: StationSection }) {
  const t = useTexts('station')
  const running = useRunning(station).data ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  const [folded, setFolded] = useState<boolean | null>(null)
  const body = useId()
  const sessions = [...running].sort((a, b) => a.connectorid - b.connectorid)
  const session = sessions.find(({ transactionid }) => transactionid === chosen) ?? sessions[0]
  if (!session) return null
  const isOpen = folded === null ? openIn.includes(section) : !folded
  return (
    <div className={css.live} data-folded={!isOpen || undefined}>
      <Card
        pad={isOpen}
        title={t('chart.title', { number: session.connectorid })}
        actions={
          <>
            {!isOpen && <LiveWords station={station} session={session} />}
            {sessions.length > 1 && isOpen && (
              <Choice sessions={sessions} session={session} onChoose={setChosen} />
            )}
            <IconButton
              label={t(isOpen ? 'chart.fold' : 'chart.unfold')}
              aria-expanded={isOpen}
              aria-controls={isOpen ? body : undefined}
              onClick={() => setFolded(isOpen)}
            >
              {isOpen ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
            </IconButton>
          </>
        }
      >
        {isOpen && (
          <div id={body}>
            <TransactionChart key={session.transactionid} transaction={session} height={200} />
          </div>
        )}
      </Card>
    </div>
  )
}

/** The latest values, shown while the chart is folded. */
function LiveWords({ station, session }: { station: string; session: RunningSession }) {
  const format = useFormat()
  const reading = useReadings(station).get(session.connectorid)
  const now = reading?.transactionid === session.transactionid ? reading : session
  const soc = now.soc ?? session.soc
  const words = [
    format.power(now.power ?? session.power),
    format.energy(now.energy ?? session.energy),
    ...(soc === null ? [] : [format.percent(soc)]),
  ]
  return (
    <span className={css.words}>
      {words.map((word, at) => (
        <span key={at} className="figure">
          {word}
        </span>
      ))}
    </span>
  )
}

function Choice({
  sessions,
  session,
  onChoose,
}: {
  sessions: readonly RunningSession[]
  session: RunningSession
  onChoose: (number: number) => void
}) {
  const t = useTexts('station')
  return (
    <SegmentedControl
      aria-label={t('connector.label')}
      value={String(session.transactionid)}
      onChange={(number) => onChoose(Number(number))}
      data={sessions.map(({ transactionid, connectorid }) => ({
        value: String(transactionid),
        label: `#${connectorid}`,
      }))}
    />
  )
}
