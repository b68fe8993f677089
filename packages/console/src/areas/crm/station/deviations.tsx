import { type AnswerOf, stationDeviations } from '@stationmaster/contract'
import { useState } from 'react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CodeBlock } from '../../../ui/data/code-block.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { agoColumn, numberColumn, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { readDeviation } from './deviation-words.ts'
import { Part } from '../../../ui/page/part.tsx'

type Deviation = AnswerOf<typeof stationDeviations>[number]

/** The rule as text; the place of the deviation by its name in the standard. */
function Rule({ rule }: { rule: string }) {
  const t = useTexts('station')
  const { kind, place } = readDeviation(rule)
  return (
    <>
      {kind && t(`deviations.kinds.${kind}`)}
      {place && (
        <>
          {' '}
          <bdi className={kind ? 'mono muted' : 'mono'}>{place}</bdi>
        </>
      )}
    </>
  )
}

const columns: readonly Column<Deviation>[] = [
  {
    id: 'rule',
    title: 'station:deviations.rule',
    narrow: 'title',
    cell: ({ rule }) => <Rule rule={rule} />,
  },
  numberColumn('count', 'station:deviations.count', { sort: false, narrow: 'badge' }),
  agoColumn('last', 'station:deviations.last', { sort: false, narrow: 'value' }),
  textColumn('sample', 'station:deviations.sample', {
    sort: false,
    mono: true,
    cut: 'wide',
    narrow: 'subtitle',
  }),
]
const rowId = ({ rule }: Deviation) => rule

/** Tolerated deviations of the station from the standard; shows nothing if there are none. */
export function Deviations({ station }: { station: Station }) {
  const t = useTexts('station')
  const [open, setOpen] = useState<Deviation | null>(null)
  const found = useEndpoint(
    stationDeviations,
    { id: station.id },
    { hints: ['station.changed'], station: station.id, enabled: station.deviations > 0 },
  )
  if (station.deviations === 0) return null
  return (
    <Part title={t('deviations.title')} lead={t('deviations.lead')}>
      <PartTable
        query={found}
        label={t('deviations.title')}
        columns={columns}
        rows={found.data ?? []}
        rowId={rowId}
        rowName={rowId}
        onOpen={setOpen}
      />
      {open && (
        <Dialog wide title={t('deviations.one')} onClose={() => setOpen(null)}>
          <Stack>
            <KeyValues
              rows={[
                [t('deviations.rule'), <Rule key="rule" rule={open.rule} />],
                [t('deviations.count'), open.count],
                [t('deviations.last'), <Moment key="last" at={open.last} seconds />],
              ]}
            />
            {open.sample && <CodeBlock label={t('deviations.sample')} value={open.sample} />}
          </Stack>
        </Dialog>
      )}
    </Part>
  )
}
