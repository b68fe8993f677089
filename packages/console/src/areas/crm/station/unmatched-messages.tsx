import {
  type AnswerOf,
  unmatchedGet,
  unmatchedKinds,
  unmatchedList,
  unmatchedResolve,
} from '@stationmaster/contract'
import { useState } from 'react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { CallError } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { CodeBlock } from '../../../ui/data/code-block.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Dialog, LeaveButton } from '../../../ui/feedback/dialog.tsx'
import { Failure, Loading } from '../../../ui/feedback/feedback.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { NumberField, TextAreaField } from '../../../ui/form/fields.tsx'
import { FormAccess } from '../../../ui/form/form-access.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { agoColumn, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { Part } from '../../../ui/page/part.tsx'

type Unmatched = AnswerOf<typeof unmatchedList>[number]

function Kind({ kind }: { kind: Unmatched['kind'] }) {
  const t = useTexts('station')
  const known = unmatchedKinds.find((one) => one === kind) ?? 'unreadable'
  return t(`unmatched.kinds.${known}`)
}

const columns: readonly Column<Unmatched>[] = [
  {
    id: 'kind',
    title: 'station:unmatched.kind',
    narrow: 'title',
    cell: ({ kind }) => <Kind kind={kind} />,
  },
  textColumn('action', 'station:unmatched.action', { sort: false, mono: true, narrow: 'badge' }),
  agoColumn('received', 'station:unmatched.received', { sort: false, narrow: 'value' }),
  textColumn('reason', 'station:unmatched.reason', { sort: false, cut: 'wide', narrow: 'subtitle' }),
]
const rowId = ({ id }: Unmatched) => id
const rowName = ({ action }: Unmatched) => action

/** Unmatched messages of the station; a user resolves each. */
export function UnmatchedMessages({ station }: { station: Station }) {
  const t = useTexts('station')
  const [open, setOpen] = useState<string | null>(null)
  const found = useEndpoint(
    unmatchedList,
    {
      filter: { stationid: station.id },
      search: [{ field: 'resolved', compare: 'ISN' }],
      orderby: ['received DESC'],
      reclimit: 100,
    },
    { hints: ['unmatched.changed'], station: station.id },
  )
  const rows = found.data ?? []
  const row = rows.find(({ id }) => id === open)
  if (rows.length === 0 && !found.error) return null
  return (
    <Part title={t('unmatched.title')} lead={t('unmatched.lead')}>
      <PartTable
        query={found}
        label={t('unmatched.title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        onOpen={({ id }) => setOpen(id)}
      />
      {row && <ResolveDialog key={row.id} row={row} onClose={() => setOpen(null)} />}
    </Part>
  )
}

/** Applies a stop to a session of the same station, or dismisses the message with a note. */
function ResolveDialog({ row, onClose }: { row: Unmatched; onClose: () => void }) {
  const t = useTexts('station')
  const isAllowed = useMay()(unmatchedResolve, { id: row.id })
  const [number, setNumber] = useState<number | string>(row.candidate ?? '')
  const [note, setNote] = useState('')
  const format = useFormat()
  const isCorrection = row.kind === 'stop-after-resolution'
  const isOverflow = row.kind === 'overflow'
  const isRepeated = row.repeats > 1
  const isStop = row.kind.startsWith('stop-')
  const message = useEndpoint(unmatchedGet, { id: row.id })
  const resolve = useChange(unmatchedResolve, { done: t('unmatched.resolved'), onSaved: onClose })
  const send = (action: 'apply' | 'dismiss'): void =>
    resolve.mutate({
      id: row.id,
      action,
      ...(action === 'apply' ? { transactionid: Number(number) } : {}),
      ...(note.trim() ? { note: note.trim() } : {}),
    })
  const isRunning = (action: 'apply' | 'dismiss'): boolean =>
    resolve.isPending && resolve.variables.action === action
  const fault = resolve.error instanceof CallError && resolve.error.field === 'transactionid'
  return (
    <Dialog
      wide
      title={t('unmatched.one')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton>{t('ui.cancel')}</LeaveButton>
          {isAllowed && (
            <Button loading={isRunning('dismiss')} onClick={() => send('dismiss')}>
              {t('unmatched.dismiss')}
            </Button>
          )}
          {isStop && isAllowed && (
            <Button
              kind="primary"
              disabled={number === ''}
              loading={isRunning('apply')}
              onClick={() => send('apply')}
            >
              {t(isCorrection ? 'unmatched.correct' : 'unmatched.apply')}
            </Button>
          )}
        </>
      }
    >
      <FormAccess isAllowed={isAllowed}>
        <Stack>
          {resolve.error && !fault && <Failure small error={resolve.error} />}
          <KeyValues
            rows={[
              [t('unmatched.kind'), <Kind key="kind" kind={row.kind} />],
              [t('unmatched.reason'), row.reason],
              [t('unmatched.received'), <Moment key="at" at={row.received} seconds />],
              isRepeated && [
                t('unmatched.last'),
                message.data && <Moment key="last" at={message.data.lastreceived} seconds />,
              ],
              isRepeated && [
                t(isOverflow ? 'unmatched.more' : 'unmatched.repeats'),
                format.number(row.repeats),
              ],
              isCorrection && [
                t('unmatched.transaction'),
                <span key="number" className="mono">
                  {row.candidate}
                </span>,
              ],
              isCorrection && [t('unmatched.recorded'), format.energy(message.data?.energy)],
              isCorrection && [t('unmatched.proposed'), format.energy(message.data?.proposedenergy)],
            ]}
          />
          {isCorrection && <p>{t('unmatched.correctionLead')}</p>}
          {isOverflow && <p>{t('unmatched.overflowLead')}</p>}
          {message.error && <Failure small error={message.error} onRetry={() => void message.refetch()} />}
          {message.isLoading && <Loading />}
          {message.data && !isOverflow && <CodeBlock label={row.action} value={message.data.payload} />}
          {isStop && !isCorrection && (
            <NumberField
              label={t('unmatched.transaction')}
              description={t('unmatched.transactionHint')}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              value={number}
              onChange={setNumber}
              error={fault ? resolve.error?.message : undefined}
            />
          )}
          <TextAreaField
            label={t('unmatched.note')}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
      </FormAccess>
    </Dialog>
  )
}
