import { isMeasurand } from '../physics/samples.ts'

export interface KeyRow {
  readonly name: string
  readonly value: string
  readonly access: 'read' | 'write' | 'both'
  /** Returns true if a new value is valid. */
  readonly isValid?: (value: string) => boolean
  /** The value is stored, but takes effect only after the next restart. */
  readonly needsReboot?: boolean
}

const whole = (value: string): boolean => /^\d{1,9}$/.test(value.trim())
const isBoolean = (value: string): boolean => /^(true|false)$/i.test(value.trim())
const measurandList = (value: string): boolean =>
  value === '' || value.split(',').every((name) => isMeasurand(name.trim()))

const number = (name: string, value: number): KeyRow => ({
  name,
  value: String(value),
  access: 'both',
  isValid: whole,
})
const flag = (name: string, value: boolean): KeyRow => ({
  name,
  value: String(value),
  access: 'both',
  isValid: isBoolean,
})
const fixed = (name: string, value: string | number | boolean): KeyRow => ({
  name,
  value: String(value),
  access: 'read',
})
const samples = (name: string, value: string): KeyRow => ({
  name,
  value,
  access: 'both',
  isValid: measurandList,
})

const profiles = 'Core,FirmwareManagement,LocalAuthListManagement,Reservation,SmartCharging,RemoteTrigger'
const acSamples = 'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage'
const dcSamples = `${acSamples},SoC,Temperature`

/** Valid keys of a station (security whitepaper A01): 16 to 20 bytes as hexadecimal digits, or text. */
const isAuthorizationKey = (value: string): boolean =>
  /^(?:[0-9a-f]{2}){16,20}$/i.test(value) || /^[\x20-\x7e]{16,40}$/.test(value)

const core = (kind: 'ac' | 'dc', connectors: number): KeyRow[] => [
  flag('AllowOfflineTxForUnknownId', false),
  flag('AuthorizationCacheEnabled', true),
  flag('AuthorizeRemoteTxRequests', true),
  number('BlinkRepeat', 3),
  number('ClockAlignedDataInterval', 0),
  number('ConnectionTimeOut', 120),
  { name: 'ConnectorPhaseRotation', value: 'NotApplicable', access: 'both' },
  fixed('ConnectorPhaseRotationMaxLength', connectors + 1),
  fixed('GetConfigurationMaxKeys', 60),
  number('HeartbeatInterval', 300),
  {
    name: 'LightIntensity',
    value: '80',
    access: 'both',
    isValid: (value) => whole(value) && Number(value) <= 100,
  },
  flag('LocalAuthorizeOffline', true),
  flag('LocalPreAuthorize', false),
  number('MaxEnergyOnInvalidId', 0),
  samples('MeterValuesAlignedData', 'Energy.Active.Import.Register'),
  fixed('MeterValuesAlignedDataMaxLength', 8),
  samples('MeterValuesSampledData', kind === 'dc' ? dcSamples : acSamples),
  fixed('MeterValuesSampledDataMaxLength', 8),
  number('MeterValueSampleInterval', 60),
  number('MinimumStatusDuration', 0),
  fixed('NumberOfConnectors', connectors),
  number('ResetRetries', 1),
  flag('StopTransactionOnEVSideDisconnect', true),
  flag('StopTransactionOnInvalidId', true),
  samples('StopTxnAlignedData', ''),
  fixed('StopTxnAlignedDataMaxLength', 8),
  samples('StopTxnSampledData', 'Energy.Active.Import.Register'),
  fixed('StopTxnSampledDataMaxLength', 8),
  fixed('SupportedFeatureProfiles', profiles),
  fixed('SupportedFeatureProfilesMaxLength', 6),
  number('TransactionMessageAttempts', 3),
  number('TransactionMessageRetryInterval', 20),
  flag('UnlockConnectorOnEVSideDisconnect', true),
  number('WebSocketPingInterval', 120),
]

const blocks: KeyRow[] = [
  flag('LocalAuthListEnabled', true),
  fixed('LocalAuthListMaxLength', 500),
  fixed('SendLocalListMaxLength', 100),
  fixed('ReserveConnectorZeroSupported', true),
  fixed('ChargeProfileMaxStackLevel', 10),
  fixed('ChargingScheduleAllowedChargingRateUnit', 'Current,Power'),
  fixed('ChargingScheduleMaxPeriods', 24),
  fixed('ConnectorSwitch3to1PhaseSupported', false),
  fixed('MaxChargingProfilesInstalled', 40),
  fixed('SupportedFileTransferProtocols', 'FTP,FTPS,HTTP,HTTPS'),
  fixed('AdditionalRootCertificateCheck', false),
  { name: 'AuthorizationKey', value: '', access: 'write', isValid: isAuthorizationKey },
  fixed('CertificateSignedMaxChainSize', 10_000),
  fixed('CertificateStoreMaxLength', 10),
  { name: 'CpoName', value: '', access: 'both' },
  {
    name: 'SecurityProfile',
    value: '1',
    access: 'both',
    isValid: (value) => /^[0-3]$/.test(value),
    needsReboot: true,
  },
]

/**
 * Returns the factory configuration of a station: all keys of OCPP 1.6 (section 9) and the security
 * whitepaper.
 */
export const configurationKeys = (kind: 'ac' | 'dc', connectors: number): KeyRow[] => [
  ...core(kind, connectors),
  ...blocks,
]
