import type { AnswerOf, stationCertificateList } from '@stationmaster/contract'
import {
  agoColumn,
  codeColumn,
  momentColumn,
  stateChip,
  stateColumn,
  textColumn,
} from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'

export type StationCertificate = AnswerOf<typeof stationCertificateList>[number]

const CertificateState = stateChip<StationCertificate['validity']>({
  tones: {
    waiting: 'busy',
    valid: 'good',
    expiring: 'warn',
    expired: 'bad',
    superseded: 'calm',
    rejected: 'bad',
    revoked: 'bad',
  },
  word: (validity) => `certificates:validities.${validity}`,
})

/** Columns of the certificates of one station: the subject is the same in all, the issuer shows a new authority. */
export const ownCertificateColumns: readonly Column<StationCertificate>[] = [
  textColumn('issuer', 'certificates:columns.issuer', { cut: 'wide', narrow: 'title' }),
  stateColumn('validity', 'certificates:columns.state', { Chip: CertificateState }),
  textColumn('serial', 'certificates:columns.serial', { mono: true, cut: 'short', narrow: 'subtitle' }),
  momentColumn('validfrom', 'certificates:columns.validFrom'),
  momentColumn('validuntil', 'certificates:columns.validUntil', { narrow: 'value' }),
  agoColumn('lastused', 'certificates:columns.lastUsed'),
]

/** Columns of the certificates of all stations. */
export const certificateColumns: readonly Column<StationCertificate>[] = [
  codeColumn('identity', 'certificates:columns.station', { id: 'station', narrow: 'title' }),
  stateColumn('validity', 'certificates:columns.state', { Chip: CertificateState }),
  momentColumn('validuntil', 'certificates:columns.validUntil', { narrow: 'value' }),
  textColumn('issuer', 'certificates:columns.issuer', { cut: 'wide', narrow: 'subtitle' }),
  textColumn('serial', 'certificates:columns.serial', { mono: true, cut: 'short' }),
  agoColumn('lastused', 'certificates:columns.lastUsed'),
  textColumn('subject', 'certificates:columns.subject', { cut: 'wide', hidden: true }),
  momentColumn('validfrom', 'certificates:columns.validFrom', { hidden: true }),
  momentColumn('issued', 'certificates:columns.issued', { hidden: true }),
  momentColumn('revoked', 'certificates:columns.revoked', { hidden: true }),
  textColumn('revokedreason', 'certificates:columns.revokedReason', { cut: 'wide', hidden: true }),
]

/** True if the certificate is still accepted, so that it can be revoked. */
export const isAccepted = ({ validity }: StationCertificate): boolean =>
  validity === 'waiting' || validity === 'valid' || validity === 'expiring'
