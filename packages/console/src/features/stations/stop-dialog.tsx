import { connectorStop } from '@stationmaster/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'
import { AskDialog } from './ask-dialog.tsx'
import type { Connector } from './station-queries.ts'

/** Asks the station to stop the session of a connector, and waits until it has ended. */
export function StopDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const [running] = useState(connector.transactionid)
  const number = connector.connectorid
  return (
    <AskDialog
      title={t('stop.title', { number })}
      lead={t('stop.lead')}
      action={t('acts.stop')}
      ask={() => call(connectorStop, { id: connector.id })}
      refused={t('stop.refused')}
      said={t('stop.ended', { number })}
      aftermath={{
        waiting: t('stop.waiting'),
        done: connector.transactionid !== running,
        said: t('stop.ended', { number }),
      }}
      onClose={onClose}
    />
  )
}
