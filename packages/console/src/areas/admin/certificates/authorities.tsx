import {
  type AnswerOf,
  certificateAuthorityList,
  certificateAuthorityReplace,
  certificateAuthorityRetire,
} from '@stationmaster/contract'
import { IconBan, IconCertificate, IconDownload, IconRefresh } from '@tabler/icons-react'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Cut } from '../../../ui/data/cut.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Empty, Failure } from '../../../ui/feedback/feedback.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Part } from '../../../ui/page/part.tsx'
import { momentColumn, stateChip, stateColumn, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { download } from '../../../ui/table/download.ts'
import { PartTable } from '../../../ui/table/part-table.tsx'

type Authority = AnswerOf<typeof certificateAuthorityList>[number]

const AuthorityState = stateChip<Authority['state']>({
  tones: { issuing: 'good', accepted: 'busy', retired: 'calm', expired: 'bad' },
  word: (state) => `certificates:admin.states.${state}`,
})

/** Stations that have a certificate of an authority, and its root. */
function Progress({ authority: { certificates, roots } }: { authority: Authority }) {
  return useTexts('certificates')('admin.progress', { certificates, roots })
}

const columns: readonly Column<Authority>[] = [
  textColumn('name', 'certificates:columns.authority', { sort: false, min: 200, narrow: 'title' }),
  stateColumn('state', 'certificates:columns.state', { Chip: AuthorityState, sort: false }),
  {
    id: 'stations',
    title: 'certificates:admin.progressTitle',
    narrow: 'subtitle',
    cell: (authority) => <Progress authority={authority} />,
  },
  momentColumn('validuntil', 'certificates:columns.validUntil', { sort: false, narrow: 'value' }),
  {
    id: 'fingerprint',
    title: 'certificates:admin.fingerprint',
    cell: ({ fingerprint }) => <Cut mono text={fingerprint} title={fingerprint} />,
  },
]
const rowId = ({ id }: Authority) => id

const saveAsFile = ({ name, certificate }: Authority): void =>
  download(
    new Blob([certificate], { type: 'application/x-pem-file' }),
    `${name.toLowerCase().replaceAll(' ', '-')}.pem`,
  )

/** The certificate authorities, with the progress of a replacement. */
export function Authorities() {
  const t = useTexts('certificates')
  const found = useEndpoint(certificateAuthorityList, {}, { hints: ['authority.changed', 'station.changed'] })
  const rows = found.data ?? []
  const replace = useChange(certificateAuthorityReplace, { done: t('admin.replaced') })
  const retire = useChange(certificateAuthorityRetire, { done: t('admin.retiredDone') })
  const askToReplace = async (): Promise<void> => {
    const title = t('admin.replaceTitle')
    const isSure = await confirm({
      title,
      lead: t('admin.replaceLead'),
      action: t('admin.replace'),
      danger: false,
    })
    if (isSure) replace.mutate({})
  }
  const askToRetire = async ({ id, name, certificates: count }: Authority): Promise<void> => {
    const used = count > 0 ? ` ${t('admin.retireUsed', { count })}` : ''
    const isSure = await confirm({
      title: t('admin.retireTitle', { name }),
      lead: `${t('admin.retireLead')}${used}`,
      action: t('admin.retire'),
      count,
    })
    if (isSure) retire.mutate({ id, force: count > 0 })
  }
  const error = replace.error ?? retire.error
  return (
    <Part
      title={t('admin.authorities')}
      lead={t('admin.authorityLead')}
      actions={
        rows.length > 0 && (
          <Button
            small
            icon={<IconRefresh size={16} />}
            loading={replace.isPending}
            onClick={() => void askToReplace()}
          >
            {t('admin.replace')}
          </Button>
        )
      }
    >
      {error && <Failure small error={error} />}
      <PartTable
        query={found}
        label={t('admin.authorities')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={({ name }) => name}
        rowState={({ state }) => state}
        renderMenu={(authority) => (
          <>
            <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => saveAsFile(authority)}>
              {t('admin.download')}
            </Menu.Item>
            {authority.state === 'accepted' && (
              <Menu.Item
                color="red"
                leftSection={<IconBan size={16} />}
                onClick={() => void askToRetire(authority)}
              >
                {t('admin.retire')}
              </Menu.Item>
            )}
          </>
        )}
        empty={
          <Empty
            icon={<IconCertificate size={28} stroke={1.5} />}
            title={t('admin.authorities')}
            lead={t('admin.noAuthority')}
          />
        }
      />
    </Part>
  )
}
