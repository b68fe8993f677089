import { type AnswerOf, rootKinds, stationRootList } from '@stationmaster/contract'
import { IconCertificate, IconDownload, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCommandRefusal } from '../../../features/stations/command-refusal.ts'
import { AnswerNotice, sendToStation, WaitingNotice } from '../../../features/stations/station-answer.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { StationRequestDialog } from '../../../features/stations/station-request-dialog.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Cut } from '../../../ui/data/cut.tsx'
import { Empty, Failure } from '../../../ui/feedback/feedback.tsx'
import { FieldGroup, RadioField, SelectField, TextAreaField } from '../../../ui/form/fields.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { agoColumn, momentColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Part } from '../../../ui/page/part.tsx'
import type { SecurityQuery } from './security-profile.tsx'
import css from './station.module.css'

type Root = AnswerOf<typeof stationRootList>[number]
type RootKind = (typeof rootKinds)[number]

const tones = { sent: 'busy', installed: 'good', refused: 'bad' } as const

/** Answers of stations that have a text. */
const problems = ['Rejected', 'Failed', 'Error', 'NoAnswer', 'DeleteFailed'] as const

function Name({ root: { subject, serial, problem } }: { root: Root }) {
  const t = useTexts('certificates')
  const known = problems.find((one) => one === problem)
  return (
    <>
      <Cut text={subject?.replace(/^CN=/, '') ?? t('roots.unknown', { serial })} wide />
      {problem !== null && <p className="muted">{known ? t(`roots.problems.${known}`) : problem}</p>}
    </>
  )
}

function Kind({ root: { kind, own } }: { root: Root }) {
  const t = useTexts('certificates')
  return own ? t('roots.own') : t(`roots.kinds.${kind}`)
}

function State({ root: { state } }: { root: Root }) {
  const t = useTexts('certificates')
  return <ToneChip tone={tones[state]}>{t(`roots.states.${state}`)}</ToneChip>
}

const columns: readonly Column<Root>[] = [
  {
    id: 'subject',
    title: 'certificates:roots.certificate',
    narrow: 'title',
    cell: (root) => <Name root={root} />,
  },
  { id: 'kind', title: 'certificates:roots.kind', narrow: 'subtitle', cell: (root) => <Kind root={root} /> },
  {
    id: 'state',
    title: 'certificates:columns.state',
    narrow: 'badge',
    cell: (root) => <State root={root} />,
  },
  momentColumn('validuntil', 'certificates:columns.validUntil', { sort: false, narrow: 'value' }),
  agoColumn('changed', 'certificates:roots.changed', { sort: false }),
]
const rowId = ({ id }: Root) => id

/** Root certificates that a station trusts: installs, deletes and reads them. */
export function StationRoots({ station, security }: { station: Station; security: SecurityQuery }) {
  const t = useTexts('certificates')
  const [isAdding, setAdding] = useState(false)
  const [deleted, setDeleted] = useState<Root | null>(null)
  const reason = useCommandRefusal(station)
  const found = useEndpoint(
    stationRootList,
    { filter: { stationid: station.id }, orderby: ['kind', 'changed DESC'], reclimit: 100 },
    { hints: ['station.changed', 'command.changed'], station: station.id, keepPrevious: true },
  )
  const read = useMutation({
    mutationFn: async () => {
      for (const certificateType of rootKinds) {
        const answer = await sendToStation(station.id, 'GetInstalledCertificateIds', { certificateType })
        if (answer.state !== 'accepted' && answer.status !== 'NotFound') return answer
      }
      return null
    },
    onSettled: () => found.refetch(),
  })
  return (
    <Part
      title={t('roots.title')}
      lead={t('roots.lead')}
      actions={
        <>
          <Button
            small
            icon={<IconDownload size={16} />}
            disabled={reason !== undefined}
            title={reason}
            aria-description={reason}
            loading={read.isPending}
            onClick={() => read.mutate()}
          >
            {t('roots.read')}
          </Button>
          <Button
            small
            icon={<IconPlus size={16} />}
            disabled={reason !== undefined}
            title={reason}
            aria-description={reason}
            onClick={() => setAdding(true)}
          >
            {t('roots.install')}
          </Button>
        </>
      }
    >
      {read.isPending && <WaitingNotice />}
      {read.error && <Failure small error={read.error} />}
      {read.data && <AnswerNotice answer={read.data} refused={t('roots.readRefused')} />}
      <PartTable
        query={found}
        label={t('roots.title')}
        columns={columns}
        rows={found.data ?? []}
        rowId={rowId}
        rowName={({ subject, serial }) => subject ?? serial}
        rowState={({ state }) => state}
        renderMenu={
          reason === undefined
            ? (root) => (
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleted(root)}>
                  {t('roots.delete')}
                </Menu.Item>
              )
            : undefined
        }
        empty={
          <Empty
            icon={<IconCertificate size={28} stroke={1.5} />}
            title={t('roots.empty')}
            lead={t('roots.emptyLead')}
          />
        }
      />
      {isAdding && <InstallDialog station={station} security={security} onClose={() => setAdding(false)} />}
      {deleted && <DeleteDialog station={station} root={deleted} onClose={() => setDeleted(null)} />}
    </Part>
  )
}

interface InstallProps {
  station: Station
  security: SecurityQuery
  onClose: () => void
}

function InstallDialog({ station, security, onClose }: InstallProps) {
  const t = useTexts('certificates')
  const authority = security.data?.authority ?? null
  const [isOwn, setOwn] = useState(authority !== null)
  const [pem, setPem] = useState('')
  const [kind, setKind] = useState<RootKind>('CentralSystemRootCertificate')
  const [error, setError] = useState<string | null>(null)
  const check = (): boolean => {
    const problem = isOwn || pem.includes('-----BEGIN CERTIFICATE-----') ? null : t('roots.pemMissing')
    setError(problem)
    return problem === null
  }
  return (
    <StationRequestDialog
      title={t('roots.installTitle', { identity: station.identity })}
      lead={t('roots.installLead')}
      action={t('roots.install')}
      check={check}
      request={() =>
        sendToStation(station.id, 'InstallCertificate', {
          certificateType: isOwn ? 'CentralSystemRootCertificate' : kind,
          certificate: isOwn && authority ? authority.certificate : `${pem.trim()}\n`,
        })
      }
      refused={t('roots.installRefused')}
      doneMessage={t('roots.installed')}
      onClose={onClose}
    >
      <FieldGroup legend={t('roots.certificate')} variant="unstyled">
        <Stack>
          {authority && (
            <RadioField
              name="root"
              label={t('roots.ownChoice')}
              description={authority.name}
              checked={isOwn}
              data-autofocus
              onChange={() => setOwn(true)}
            />
          )}
          <RadioField
            name="root"
            label={t('roots.other')}
            description={t('roots.otherHint')}
            checked={!isOwn}
            onChange={() => setOwn(false)}
          />
        </Stack>
      </FieldGroup>
      {!isOwn && (
        <>
          <SelectField
            label={t('roots.kind')}
            allowDeselect={false}
            data={rootKinds.map((value) => ({ value, label: t(`roots.kinds.${value}`) }))}
            value={kind}
            onChange={(value: string | null) => setKind(rootKinds.find((one) => one === value) ?? kind)}
          />
          <TextAreaField
            className={css.code}
            label={t('roots.pem')}
            placeholder="-----BEGIN CERTIFICATE-----"
            required
            maxLength={5500}
            minRows={6}
            error={error}
            value={pem}
            onChange={(event) => setPem(event.currentTarget.value)}
          />
        </>
      )}
    </StationRequestDialog>
  )
}

function DeleteDialog({ station, root, onClose }: { station: Station; root: Root; onClose: () => void }) {
  const t = useTexts('certificates')
  const name = root.subject?.replace(/^CN=/, '') ?? root.serial
  return (
    <StationRequestDialog
      title={t('roots.deleteTitle', { name })}
      lead={t('roots.deleteLead', { identity: station.identity })}
      action={t('roots.delete')}
      danger
      request={() =>
        sendToStation(station.id, 'DeleteCertificate', {
          certificateHashData: {
            hashAlgorithm: root.hashalgorithm,
            issuerNameHash: root.issuernamehash,
            issuerKeyHash: root.issuerkeyhash,
            serialNumber: root.serial,
          },
        })
      }
      refused={t('roots.deleteRefused')}
      doneMessage={t('roots.deleted')}
      onClose={onClose}
    />
  )
}
