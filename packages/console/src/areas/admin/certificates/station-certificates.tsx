import {
  certificateValidities,
  stationCertificateCount,
  stationCertificateList,
} from '@stationmaster/contract'
import { IconBan, IconCertificate } from '@tabler/icons-react'
import { useState } from 'react'
import {
  certificateColumns,
  isAccepted,
  type StationCertificate,
} from '../../../features/security/certificate-columns.tsx'
import { RevokeDialog } from '../../../features/security/revoke-dialog.tsx'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import css from './certificates.module.css'

const where = { ...listParameters, validity: oneOf(['all', ...certificateValidities]) }

/** Certificates of all stations, with those that expire soon. */
export function StationCertificates() {
  const t = useTexts('certificates')
  const [at, go] = useAddress(where)
  const [revoked, setRevoked] = useState<StationCertificate | null>(null)
  const certificates = usePagedList({
    name: 'station-certificates',
    list: stationCertificateList,
    count: stationCertificateCount,
    columns: certificateColumns,
    where,
    at,
    go,
    fields: ['identity', 'serial', 'subject', 'issuer'],
    filterBy: { validity: 'validity' },
    order: ['validuntil'],
    hints: ['station.changed'],
  })
  return (
    <div className={css.flush}>
      <ListFrame
        list={certificates}
        label={t('admin.title')}
        file="certificates"
        placeholder={t('admin.filter')}
        filters={[
          selectFilter(certificates, 'validity', {
            label: t('admin.show'),
            width: 200,
            word: (validity) => (validity === 'all' ? t('all') : t(`validities.${validity}`)),
          }),
        ]}
        empty={
          <Empty
            icon={<IconCertificate size={28} stroke={1.5} />}
            title={t('admin.empty')}
            lead={t('admin.emptyLead')}
          />
        }
        rowName={({ identity }) => identity}
        rowState={({ validity }) => validity}
        href={({ stationid }) => addressOf('/crm/station', [stationid, 'security'])}
        renderMenu={(certificate) =>
          isAccepted(certificate) ? (
            <Menu.Item
              color="red"
              leftSection={<IconBan size={16} />}
              onClick={() => setRevoked(certificate)}
            >
              {t('revoke.action')}
            </Menu.Item>
          ) : null
        }
      />
      {revoked && <RevokeDialog certificate={revoked} onClose={() => setRevoked(null)} />}
    </div>
  )
}
