import { longestOpenDays, stationKey, stationLink, stationOpen } from '@stationmaster/contract'
import { IconAlertTriangle, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { KeyForms } from '../../../features/stations/key-forms.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { CopyField } from '../../../ui/data/copy-field.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { FormAccess } from '../../../ui/form/form-access.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { DateTimeField } from '../../../ui/time/date-time-field.tsx'
import { isOpenWithoutKey } from './open-access.ts'
import { Part } from '../../../ui/page/part.tsx'
import { StationAttempts } from './station-attempts.tsx'
import { Subprotocol } from './subprotocol.tsx'
import css from './station.module.css'

/** The station's connection: its address, its key, and instructions to enter both. */
export function ConnectionLink({ station }: { station: Station }) {
  return (
    <div className={css.parts}>
      <StationAttempts station={station} />
      <Address station={station} />
      <div className={css.two}>
        <Key station={station} />
        <OpenAccess station={station} />
      </div>
      <div className={css.two}>
        <Steps />
        <Subprotocol station={station} />
      </div>
    </div>
  )
}

function Address({ station }: { station: Station }) {
  const t = useTexts('station')
  const found = useEndpoint(stationLink, { id: station.id })
  return (
    <Part title={t('link.title')} lead={t('link.lead')}>
      {!found.data ? (
        <Unloaded small query={found} rows={2} rowHeight={52} />
      ) : (
        <Stack gap={2}>
          <CopyField label={t('link.whole')} value={found.data.link} />
          <div className={css.two} style={{ gap: 8 }}>
            <CopyField label={t('link.base')} value={found.data.base} />
            <CopyField label={t('link.identity')} value={station.identity} />
          </div>
          <p className="muted">{t('link.hint')}</p>
        </Stack>
      )}
    </Part>
  )
}

function Key({ station }: { station: Station }) {
  const t = useTexts('station')
  const tConnection = useTexts('connection')
  const isAllowed = useMay()(stationKey, { id: station.id })
  const renew = useChange(stationKey, { done: null })
  const askToRenew = async (): Promise<void> => {
    const title = t('key.confirm', { identity: station.identity })
    if (await confirm({ title, lead: t('key.confirmLead'), action: t('key.make'), danger: false }))
      renew.mutate({ id: station.id })
  }
  return (
    <Part title={t('key.title')} lead={t('key.lead')}>
      <FormAccess isAllowed={isAllowed}>
        <Stack>
          {renew.error && <Failure small error={renew.error} />}
          {renew.data ? (
            <>
              <CopyField label={t('key.user')} value={renew.data.identity} />
              <KeyForms text={renew.data.key} hex={renew.data.keyhex} />
              <Notice tone="warn" icon={<IconAlertTriangle size={18} />} alert>
                {tConnection('key.once')}
              </Notice>
            </>
          ) : (
            <Row>
              <Button
                icon={<IconKey size={16} />}
                loading={renew.isPending}
                onClick={() => void askToRenew()}
              >
                {t('key.make')}
              </Button>
            </Row>
          )}
        </Stack>
      </FormAccess>
    </Part>
  )
}

/** One hour: long enough to enter an address, short enough not to be left open. */
const openMs = 3_600_000
const inOneHour = (): string => new Date(Date.now() + openMs).toISOString()

function OpenAccess({ station }: { station: Station }) {
  const t = useTexts('station')
  const format = useFormat()
  const isAllowed = useMay()(stationOpen, { id: station.id })
  const [until, setUntil] = useState<string | null>(inOneHour)
  const isOpen = isOpenWithoutKey(station, useNow())
  const set = useChange(stationOpen, {
    done: (_, body) => t(body.until === null ? 'open.closed' : 'open.opened'),
  })
  return (
    <Part title={t('open.title')} lead={t('open.lead', { days: longestOpenDays })}>
      <FormAccess isAllowed={isAllowed}>
        <Stack>
          {set.error && <Failure small error={set.error} title={t('ui.changeFailed')} />}
          {isOpen ? (
            <>
              <Notice tone="warn" icon={<IconAlertTriangle size={18} />}>
                {t('open.is', { until: format.dateTime(station.openuntil) })}
              </Notice>
              <Row>
                <Button loading={set.isPending} onClick={() => set.mutate({ id: station.id, until: null })}>
                  {t('open.close')}
                </Button>
              </Row>
            </>
          ) : (
            <>
              <DateTimeField label={t('open.until')} value={until} onChange={setUntil} shortcuts />
              <Row>
                <Button
                  loading={set.isPending}
                  disabled={until === null}
                  onClick={() => until !== null && set.mutate({ id: station.id, until })}
                >
                  {t('open.open')}
                </Button>
              </Row>
            </>
          )}
        </Stack>
      </FormAccess>
    </Part>
  )
}

function Steps() {
  const t = useTexts('station')
  return (
    <Part title={t('steps.title')}>
      <ol className={css.steps}>
        <li>{t('steps.protocol')}</li>
        <li>{t('steps.address')}</li>
        <li>{t('steps.key')}</li>
        <li>{t('steps.restart')}</li>
      </ol>
    </Part>
  )
}
