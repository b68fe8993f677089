import { connectorStop } from '@stationmaster/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../lib/format.ts'
import { useTermWord } from '../../lib/term-words.ts'
import { useTexts } from '../../lib/texts.ts'
import { StationRequestDialog } from './station-request-dialog.tsx'
import { type Connector, useNewestSession } from './station-queries.ts'

/** Requests the station to stop the transaction of a connector, and waits until it has ended. */
export function StopDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useTexts('station')
  const format = useFormat()
  const word = useTermWord()
  const [running] = useState(connector.transactionid)
  const newest = useNewestSession(connector)
  const session = newest?.transactionid === running ? newest : null
  const ended = session?.datestop ? session : null
  const number = connector.connectorid
  return (
    <StationRequestDialog
      title={t('stop.title', { number })}
      lead={
        session
          ? t('stop.leadOf', {
              driver: session.cardname ?? session.code,
              energy: format.energy(session.energy),
            })
          : t('stop.lead')
      }
      action={t('acts.stop')}
      request={() => call(connectorStop, { id: connector.id })}
      refused={t('stop.refused')}
      doneMessage={t('stop.ended', { number })}
      followUp={{
        waiting: t('stop.waiting'),
        done: ended !== null,
        doneMessage: t('stop.endedWith', {
          number,
          energy: format.energy(ended?.energy),
          reason: ended?.reason ? word('reason', ended.reason) : '–',
        }),
      }}
      onClose={onClose}
    />
  )
}
