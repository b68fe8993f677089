import { stationCertificateList, stationCertificateRevoke } from '@stationmaster/contract'
import { IconAlertTriangle, IconBan, IconCertificate, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import {
  isAccepted,
  ownCertificateColumns,
  type StationCertificate,
} from '../../../features/security/certificate-columns.tsx'
import { RevokeDialog } from '../../../features/security/revoke-dialog.tsx'
import { useCommandRefusal } from '../../../features/stations/command-refusal.ts'
import { sendToStation } from '../../../features/stations/station-answer.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { StationRequestDialog } from '../../../features/stations/station-request-dialog.tsx'
import { useMay } from '../../../lib/access.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { LabelledAgo } from '../../../ui/time/moment.tsx'
import { Part } from '../../../ui/page/part.tsx'
import type { SecurityQuery } from './security-profile.tsx'

/** Certificates shown: a station has at most 50. */
const most = 50
const rowId = ({ id }: StationCertificate) => id

/** Client certificates that this server has issued to a station, and the newest request for one. */
export function StationCertificates({ station, security }: { station: Station; security: SecurityQuery }) {
  const t = useTexts('certificates')
  const [revoked, setRevoked] = useState<StationCertificate | null>(null)
  const [isRenewing, setRenewing] = useState(false)
  const reason = useCommandRefusal(station)
  const mayRevoke = useMay()(stationCertificateRevoke, { id: station.id })
  const found = useEndpoint(
    stationCertificateList,
    { filter: { stationid: station.id }, orderby: ['issued DESC'], reclimit: most },
    { hints: ['station.changed', 'command.changed'], station: station.id, keepPrevious: true },
  )
  const rows = found.data ?? []
  const { tls = false, problem = null, asked = null } = security.data ?? {}
  const action = t(rows.some(isAccepted) ? 'renew.renew' : 'renew.request')
  return (
    <Part
      title={t('station.title')}
      lead={t('station.lead')}
      actions={
        tls && (
          <Button
            small
            icon={<IconRefresh size={16} />}
            disabled={reason !== undefined}
            title={reason}
            aria-description={reason}
            onClick={() => setRenewing(true)}
          >
            {action}
          </Button>
        )
      }
    >
      {problem !== null && (
        <Notice tone="warn" icon={<IconAlertTriangle size={18} />}>
          <b>{t('renew.failed')}</b> {asked !== null && <LabelledAgo label={t('renew.asked')} at={asked} />}
          <p>{t(`renew.problems.${problem}`)}</p>
        </Notice>
      )}
      <PartTable
        query={found}
        label={t('station.title')}
        columns={ownCertificateColumns}
        rows={rows}
        rowId={rowId}
        rowName={({ serial }) => serial}
        rowState={({ validity }) => validity}
        renderMenu={
          mayRevoke
            ? (certificate) =>
                isAccepted(certificate) ? (
                  <Menu.Item
                    color="red"
                    leftSection={<IconBan size={16} />}
                    onClick={() => setRevoked(certificate)}
                  >
                    {t('revoke.action')}
                  </Menu.Item>
                ) : null
            : undefined
        }
        empty={
          <Empty
            icon={<IconCertificate size={28} stroke={1.5} />}
            title={t('station.empty')}
            lead={tls && t('station.emptyLead')}
          />
        }
      />
      {revoked && <RevokeDialog certificate={revoked} onClose={() => setRevoked(null)} />}
      {isRenewing && (
        <StationRequestDialog
          title={t('renew.title', { identity: station.identity })}
          lead={t('renew.lead')}
          action={action}
          request={() =>
            sendToStation(station.id, 'ExtendedTriggerMessage', {
              requestedMessage: 'SignChargePointCertificate',
            })
          }
          refused={t('renew.refused')}
          doneMessage={t('renew.done')}
          onClose={() => setRenewing(false)}
        />
      )}
    </Part>
  )
}
