import { localListGet } from '@stationmaster/contract'
import { IconListCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useCommandRefusal } from '../../../features/stations/command-refusal.ts'
import { AnswerNotice, sendToStation, WaitingNotice } from '../../../features/stations/station-answer.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { loadTexts, useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { Identity } from '../../../ui/data/copy.tsx'
import { BriefTerm } from '../../../ui/data/term.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Empty, Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { toast } from '../../../lib/toasts.ts'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { momentColumn, none, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Ago } from '../../../ui/time/moment.tsx'
import { isContentKnown, type ListRow, listRows, type LocalList as Known } from './list-rows.ts'
import { Part } from '../../../ui/page/part.tsx'

const LocalListSync = lazy(async () => {
  const [module] = await Promise.all([import('./local-list-sync.tsx'), loadTexts('local-lists', 'errors')])
  return { default: module.LocalListSync }
})

function Status({ status }: { status: string | null }) {
  if (status === null) return none
  return (
    <ToneChip tone={status === 'Accepted' ? 'good' : 'warn'}>
      <BriefTerm member="idTagStatus" value={status} />
    </ToneChip>
  )
}

function Differences({ differences }: ListRow) {
  const t = useTexts('maintenance')
  if (differences.length === 0) return null
  return <ToneChip tone="warn">{differences.map((one) => t(`list.differences.${one}`)).join(', ')}</ToneChip>
}

const columns: readonly Column<ListRow>[] = [
  {
    id: 'code',
    title: 'maintenance:list.code',
    narrow: 'title',
    cell: ({ code, name }) => (
      <>
        <Identity value={code} /> {name && <small className="muted">{name}</small>}
      </>
    ),
  },
  {
    id: 'status',
    title: 'maintenance:list.status',
    narrow: 'value',
    cell: ({ status }) => <Status status={status} />,
  },
  momentColumn('expiry', 'maintenance:list.expiry', { sort: false }),
  textColumn('parentcode', 'maintenance:list.group', { id: 'group', sort: false }),
  {
    id: 'difference',
    title: 'maintenance:list.difference',
    narrow: 'badge',
    cell: (row) => <Differences {...row} />,
  },
]
const rowId = ({ code }: ListRow) => code

/** The local authorization list of a station as far as it is known, compared with the cards of its account. */
export function LocalList({ station }: { station: Station }) {
  const t = useTexts('maintenance')
  const name = useStationName()
  const queries = useQueryClient()
  const found = useEndpoint(
    localListGet,
    { id: station.id },
    { hints: ['station.changed', 'card.changed'], station: station.id },
  )
  const version = useMutation({
    mutationFn: () => sendToStation(station.id, 'GetLocalListVersion', {}),
    onSuccess: (answer) => {
      if (answer.state === 'accepted') toast(t('list.versionReceived'))
      return queries.invalidateQueries({ queryKey: [localListGet.subject, localListGet.path] })
    },
  })
  const reason = useCommandRefusal(station)
  return (
    <Part
      title={t('list.title')}
      lead={t('list.lead')}
      actions={
        <Row>
          <Button
            small
            disabled={reason !== undefined}
            title={reason}
            aria-description={reason}
            loading={version.isPending}
            onClick={() => version.mutate()}
          >
            {t('list.ask')}
          </Button>
          <LinkButton small to={addressOf('/ocpp/command', [name(station), 'SendLocalList'])}>
            {t('list.send')}
          </LinkButton>
        </Row>
      }
    >
      <Stack>
        {version.isPending && <WaitingNotice />}
        {version.error && <Failure small error={version.error} />}
        {version.data && !version.isPending && version.data.state !== 'accepted' && (
          <AnswerNotice answer={version.data} refused={t('list.refused')} />
        )}
        {found.data && (
          <Suspense>
            <LocalListSync list={found.data} />
          </Suspense>
        )}
        {!found.data && <Unloaded small query={found} rows={3} rowHeight={36} />}
        {found.data && <Shown list={found.data} />}
      </Stack>
    </Part>
  )
}

function Shown({ list }: { list: Known }) {
  const t = useTexts('maintenance')
  const format = useFormat()
  if (list.updated === null)
    return (
      <Empty
        icon={<IconListCheck size={28} stroke={1.5} />}
        title={t('list.never')}
        lead={t('list.neverLead')}
      />
    )
  const isKnown = isContentKnown(list)
  // OCPP 1.6, 5.10: -1 means that the station has no local list.
  const isSupported = list.version >= 0
  return (
    <>
      <KeyValues
        wide
        rows={[
          [t('list.version'), isSupported ? format.number(list.version) : t('list.unsupported')],
          [t('list.updated'), <Ago key="updated" at={list.updated} />],
          isSupported && [t('list.entries'), isKnown ? format.number(list.entries.length) : null],
          list.maxlength !== null && [t('list.most'), format.number(list.maxlength)],
        ]}
      />
      {isSupported && !isKnown && <Empty title={t('list.foreign')} lead={t('list.foreignLead')} />}
      {isKnown && <Rows list={list} />}
    </>
  )
}

/** Rows rendered per step: a list has up to 50 000. */
const step = 50

function Rows({ list }: { list: Known }) {
  const t = useTexts('maintenance')
  const format = useFormat()
  const [shownCount, setShownCount] = useState(step)
  const [which, setWhich] = useState('all')
  const all = listRows(list)
  const different = all.filter(({ differences }) => differences.length > 0)
  const differences = different.length + list.missingcount - list.missing.length
  const rows = which === 'all' ? all : different
  const unnamed = list.missingcount - list.missing.length
  return (
    <>
      <Row>
        <SegmentedControl
          size="xs"
          aria-label={t('list.difference')}
          value={which}
          onChange={(value) => {
            setWhich(value)
            setShownCount(step)
          }}
          data={[
            { value: 'all', label: t('list.all') },
            { value: 'different', label: `${t('list.different')} ${format.number(differences)}` },
          ]}
        />
      </Row>
      <PartTable
        label={t('list.title')}
        columns={columns}
        rows={rows.slice(0, shownCount)}
        rowId={rowId}
        rowName={rowId}
        onMore={rows.length > shownCount && (() => setShownCount(shownCount + step))}
        empty={<Empty title={t(which === 'all' ? 'list.nothing' : 'list.same')} />}
      />
      {unnamed > 0 && rows.length <= shownCount && (
        <p className="muted">{t('list.missingMore', { count: unnamed })}</p>
      )}
    </>
  )
}
