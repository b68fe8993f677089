import type { AnswerOf, securityEventList } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { ToneChip } from '../../ui/state/state-chip.tsx'
import { agoColumn, codeColumn, momentColumn, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'

export type SecurityEvent = AnswerOf<typeof securityEventList>[number]

/** Types with texts: those of the security whitepaper (table 3), and those of the server. */
const known = [
  'FirmwareUpdated',
  'FailedToAuthenticateAtCentralSystem',
  'CentralSystemFailedToAuthenticate',
  'SettingSystemTime',
  'StartupOfTheDevice',
  'ResetOrReboot',
  'SecurityLogWasCleared',
  'ReconfigurationOfSecurityParameters',
  'MemoryExhaustion',
  'InvalidMessages',
  'AttemptedReplayAttacks',
  'TamperDetectionActivated',
  'InvalidFirmwareSignature',
  'InvalidFirmwareSigningCertificate',
  'InvalidCentralSystemCertificate',
  'InvalidChargePointCertificate',
  'InvalidTLSVersion',
  'InvalidTLSCipherSuite',
  'ForeignTransaction',
  'LowerSecurityProfileRefused',
  'RepeatedTakeover',
] as const

/** Shows an event in words, with the name of the standard as tooltip. */
function EventType({ type }: { type: string }) {
  const t = useTexts('certificates')
  const name = known.find((one) => one === type)
  if (!name) return <bdi className="mono">{type}</bdi>
  return <span title={type}>{t(`events.types.${name}`)}</span>
}

function Source({ own }: { own: boolean }) {
  const t = useTexts('certificates')
  return <ToneChip tone={own ? 'warn' : 'calm'}>{t(own ? 'events.server' : 'events.station')}</ToneChip>
}

/** Columns of the security events of one station. */
export const ownEventColumns: readonly Column<SecurityEvent>[] = [
  momentColumn('happened', 'certificates:events.happened', { seconds: true, narrow: 'value' }),
  {
    id: 'type',
    title: 'certificates:events.type',
    sort: 'type',
    file: [{ field: 'type' }],
    narrow: 'title',
    cell: ({ type }) => <EventType type={type} />,
  },
  textColumn('info', 'certificates:events.info', { cut: 'wide', narrow: 'note' }),
  {
    id: 'own',
    title: 'certificates:events.source',
    sort: 'own',
    file: [{ field: 'own' }],
    narrow: 'badge',
    cell: ({ own }) => <Source own={own} />,
  },
]

/** Columns of the security events of all stations. */
export const securityEventColumns: readonly Column<SecurityEvent>[] = [
  codeColumn<SecurityEvent>('identity', 'certificates:columns.station', {
    id: 'station',
    narrow: 'subtitle',
  }),
  ...ownEventColumns,
  agoColumn<SecurityEvent>('received', 'certificates:events.received', { hidden: true }),
]
