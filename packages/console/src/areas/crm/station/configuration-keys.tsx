import { type AnswerOf, commandSend, stationConfiguration } from '@stationmaster/contract'
import { IconAdjustments, IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { StationRequestDialog } from '../../../features/stations/station-request-dialog.tsx'
import { useCommandRefusal } from '../../../features/stations/command-refusal.ts'
import { AnswerNotice, sendToStation, WaitingNotice } from '../../../features/stations/station-answer.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty, Failure, NothingFound } from '../../../ui/feedback/feedback.tsx'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { agoColumn, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Part } from '../../../ui/page/part.tsx'
import css from './station.module.css'

type Setting = AnswerOf<typeof stationConfiguration>[number]

function ReadOnly({ setting }: { setting: Setting }) {
  const t = useTexts('station')
  return setting.readonly ? <ToneChip tone="calm">{t('configuration.readonly')}</ToneChip> : null
}

const columns: readonly Column<Setting>[] = [
  textColumn('key', 'station:configuration.key', { sort: false, mono: true, narrow: 'title' }),
  textColumn('value', 'station:configuration.value', {
    sort: false,
    mono: true,
    cut: 'wide',
    narrow: 'subtitle',
  }),
  {
    id: 'readonly',
    title: 'station:configuration.access',
    narrow: 'badge',
    cell: (setting) => <ReadOnly setting={setting} />,
  },
  agoColumn('updated', 'station:configuration.updated', { sort: false, narrow: 'value' }),
]
const rowId = ({ key }: Setting) => key

const useSettings = (station: Station) =>
  useEndpoint(
    stationConfiguration,
    { id: station.id },
    { hints: ['command.changed', 'station.changed'], station: station.id },
  )

/** The station's configuration keys as last reported; reads them again and changes them one by one. */
export function ConfigurationKeys({ station }: { station: Station }) {
  const t = useTexts('station')
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const isKnown = (useSettings(station).data?.length ?? 0) > 0
  const read = useMutation({
    mutationFn: () => sendToStation(station.id, 'GetConfiguration', {}),
    onSettled: () => queries.invalidateQueries({ queryKey: ['Stations', stationConfiguration.path] }),
  })
  const reason = useCommandRefusal(station)
  return (
    <Part
      title={t('configuration.title')}
      actions={
        <>
          {isKnown && (
            <TextField
              type="search"
              aria-label={t('configuration.filter')}
              placeholder={t('configuration.filter')}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <Button
            icon={<IconDownload size={16} />}
            disabled={reason !== undefined}
            title={reason}
            aria-description={reason}
            loading={read.isPending}
            onClick={() => read.mutate()}
          >
            {t('configuration.read')}
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {read.isPending && <WaitingNotice />}
        {read.error && <Failure small error={read.error} />}
        {read.data && !read.isPending && read.data.state !== 'accepted' && (
          <AnswerNotice answer={read.data} />
        )}
        <Settings station={station} text={text} onClear={() => setText('')} />
      </Stack>
    </Part>
  )
}

/** The keys that match a text; a click opens one for editing. */
function Settings({ station, text, onClear }: { station: Station; text: string; onClear: () => void }) {
  const t = useTexts('station')
  const queries = useQueryClient()
  const [changing, setChanging] = useState<Setting | null>(null)
  const mayChange = useMay()(commandSend)
  const found = useSettings(station)
  const searchText = text.trim().toLowerCase()
  const rows = (found.data ?? []).filter(({ key, value }) =>
    `${key} ${value}`.toLowerCase().includes(searchText),
  )
  const close = (): void => {
    setChanging(null)
    void queries.invalidateQueries({ queryKey: ['Stations', stationConfiguration.path] })
  }
  return (
    <>
      <p className="hidden-text" aria-live="polite">
        {searchText !== '' && t('ui.table.found', { count: rows.length })}
      </p>
      <PartTable
        // Rows render by record, so other rights need another table.
        key={String(mayChange)}
        query={found}
        label={t('configuration.title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowId}
        onOpen={mayChange ? setChanging : undefined}
        empty={
          searchText === '' ? (
            <Empty
              icon={<IconAdjustments size={28} stroke={1.5} />}
              title={t('configuration.empty')}
              lead={t('configuration.emptyLead')}
            />
          ) : (
            <NothingFound filters={[text]} onClear={onClear} />
          )
        }
      />
      {changing && <ChangeSetting station={station} setting={changing} onClose={close} />}
    </>
  )
}

/** OCPP 1.6, 6.7: a value has at most 500 characters. */
const longestValue = 500

function ChangeSetting({
  station,
  setting,
  onClose,
}: {
  station: Station
  setting: Setting
  onClose: () => void
}) {
  const t = useTexts('station')
  const [value, setValue] = useState(setting.value ?? '')
  return (
    <StationRequestDialog
      title={t('configuration.change', { key: setting.key })}
      lead={setting.readonly ? t('configuration.readonlyHint') : undefined}
      action={t('configuration.send')}
      request={() => sendToStation(station.id, 'ChangeConfiguration', { key: setting.key, value })}
      refused={t('configuration.refused')}
      doneMessage={t('configuration.done', { key: setting.key })}
      onClose={onClose}
    >
      <TextAreaField
        label={t('configuration.value')}
        description={`${value.length} / ${longestValue}`}
        className={css.code}
        minRows={1}
        maxRows={8}
        maxLength={longestValue}
        spellCheck={false}
        data-autofocus
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </StationRequestDialog>
  )
}
