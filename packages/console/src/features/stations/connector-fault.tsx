import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import css from './connector.module.css'
import type { Connector } from './station-queries.ts'

/** Error codes of StatusNotification (OCPP 1.6, 7.6) that have texts. */
const errorCodes = [
  'ConnectorLockFailure',
  'EVCommunicationError',
  'GroundFailure',
  'HighTemperature',
  'InternalError',
  'LocalListConflict',
  'OtherError',
  'OverCurrentFailure',
  'OverVoltage',
  'PowerMeterFailure',
  'PowerSwitchFailure',
  'ReaderFailure',
  'ResetFailure',
  'UnderVoltage',
  'WeakSignal',
] as const

/**
 * Shows the fault of a connector: the error code of the standard in plain language, the vendor's code and
 * text as they are.
 */
export function ConnectorFault({ connector }: { connector: Connector }) {
  const t = useTexts('station')
  const { errorcode, info, vendorerrorcode, statecode } = connector
  const isWrong = errorcode !== null && errorcode !== 'NoError'
  const code = errorCodes.find((known) => known === errorcode)
  const hasReport = isWrong || vendorerrorcode !== null || (statecode === 'faulted' && info !== null)
  if (!hasReport) return info === null ? null : <p className="muted">{info}</p>
  return (
    <Notice tone={statecode === 'faulted' ? 'bad' : 'warn'} icon={<IconAlertTriangle size={18} />}>
      {isWrong && <b>{code ? t(`errors.${code}`) : errorcode}</b>}
      {info && <p>{info}</p>}
      <p>
        {code && <bdi className="mono">{code}</bdi>}
        {vendorerrorcode && (
          <>
            {code && ' · '}
            {t('vendorCode')} <bdi className={`mono ${css.code}`}>{vendorerrorcode}</bdi>
          </>
        )}
      </p>
    </Notice>
  )
}
