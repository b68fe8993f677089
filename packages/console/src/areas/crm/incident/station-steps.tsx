import { stationService } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCommandRefusal } from '../../../features/stations/command-refusal.ts'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { stationQuery } from '../../../features/stations/station-queries.ts'
import { useMay } from '../../../lib/access.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { StationDialogs } from '../station/station-menu.tsx'

/** Buttons for the next step about a faulted station: its restart, and taking it out of service. */
export function StationSteps({ id }: { id: string }): ReactNode {
  const station = useQuery(stationQuery(id, id)).data
  return station && <Steps station={station} />
}

function Steps({ station }: { station: Station }) {
  const t = useTexts('station')
  const maySet = useMay()(stationService, { id: station.id })
  const refusal = useCommandRefusal(station)
  const [dialog, setDialog] = useState<'reset' | 'out' | null>(null)
  const isInService = station.outofservicesince === null && station.statecode !== 'deleted'
  return (
    <>
      <Button disabled={refusal !== undefined} title={refusal} onClick={() => setDialog('reset')}>
        {t('acts.reset')}
      </Button>
      {isInService && maySet && (
        <Button onClick={() => setDialog('out')}>{t('service.menu.Inoperative')}</Button>
      )}
      {dialog && <StationDialogs station={station} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  )
}
