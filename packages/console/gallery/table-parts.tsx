import { IconBolt, IconLayoutGrid, IconMap2, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { listParameters, oneOf, useAddress } from '../src/lib/address.ts'
import { useTexts } from '../src/lib/texts.ts'
import { Button } from '../src/ui/buttons.tsx'
import { Empty } from '../src/ui/feedback/feedback.tsx'
import { Menu } from '../src/ui/menu.tsx'
import { Stack } from '../src/ui/page/page.tsx'
import type { Column } from '../src/ui/table/columns.ts'
import { DataTable } from '../src/ui/table/data-table.tsx'
import { ListPanel } from '../src/ui/table/list-panel.tsx'
import { ColumnsMenu, FilterField, ListToolbar, ViewSwitch } from '../src/ui/table/list-toolbar.tsx'
import { ExportMenu } from '../src/ui/table/export-menu.tsx'
import { pagingOf } from '../src/ui/table/pager.tsx'
import { useSelection } from '../src/ui/table/selection.ts'
import { StateChip } from '../src/ui/state/state-chip.tsx'
import { displayStates } from '../src/ui/state/state-names.ts'

interface Row {
  id: string
  label: string
  state: string
  power: number | null
  energy: number
  model: string
}

const cities = ['Paris', 'Wien', 'Warszawa', 'Milano', 'København', 'Roma', 'Lyon', 'Berlin']
const made: Row[] = Array.from({ length: 12 }, (_, at) => ({
  id: `CS-${(cities[at % 8] ?? '').slice(0, 3).toUpperCase()}-${String(at + 1).padStart(5, '0')}`,
  label: `${cities[at % 8]} P+R ${at + 3}`,
  state: displayStates[(at * 2) % displayStates.length] ?? 'available',
  power: at % 3 === 0 ? null : 7_000 + at * 4_300,
  energy: 25_500 + at * 31_070,
  model: ['Alfen Eve Double Pro', 'Keba P40', 'ABB Terra 184'][at % 3] ?? '',
}))

const columns: Column<Row>[] = [
  {
    id: 'station',
    title: 'shell:screens.station',
    sort: 'identity',
    narrow: 'title',
    min: 180,
    cell: (row) => <span className="mono">{row.id}</span>,
  },
  {
    id: 'state',
    title: 'shell:states.available',
    sort: 'statecode',
    narrow: 'badge',
    cell: (row) => <StateChip state={row.state} />,
  },
  {
    id: 'label',
    title: 'sign:setup.organisation',
    sort: 'label',
    narrow: 'subtitle',
    cell: (row) => row.label,
  },
  {
    id: 'power',
    title: 'shell:states.charging',
    num: true,
    narrow: 'value',
    cell: (row, { format }) => <span className="figure">{format.power(row.power)}</span>,
  },
  {
    id: 'energy',
    title: 'shell:screens.transactions',
    num: true,
    sort: 'energy',
    cell: (row, { format }) => <span className="figure">{format.energy(row.energy)}</span>,
  },
  { id: 'model', title: 'shell:ui.details', hidden: true, cell: (row) => row.model },
]

const where = { ...listParameters, view: oneOf(['table', 'tiles', 'map']) }
const answered = {
  total: 1_240,
  pending: false,
  stale: false,
  counting: false,
  matching: {},
  error: null,
  retry: () => {},
}

export function TableParts() {
  const t = useTexts()
  const [at, go] = useAddress(where)
  const selection = useSelection(at.q)
  const [rows, setRows] = useState(made)
  const flash = (): void =>
    setRows(
      rows.map((row, place) =>
        place % 4 === 1 ? { ...row, state: row.state === 'charging' ? 'finishing' : 'charging' } : row,
      ),
    )
  const empty = <Empty icon={<IconBolt size={28} />} title={t('ui.none')} lead="Point a station at wss://…" />
  return (
    <Stack>
      <ListPanel
        list={{ rows, ...answered }}
        empty={empty}
        selection={selection}
        actions={
          <Button small kind="danger">
            {t('ui.delete')}
          </Button>
        }
        paging={pagingOf(at, go, 1_240)}
        toolbar={
          <ListToolbar
            filter={<FilterField value={at.q} onChange={(q) => go({ q, page: 1 })} />}
            chips={<Button onClick={flash}>{t('ui.apply')}</Button>}
            end={
              <>
                <ColumnsMenu columns={columns} chosen={at.cols} onChange={(cols) => go({ cols })} />
                <ExportMenu name="gallery" file={() => Promise.resolve(new Blob(['a,b\n']))} />
                <ViewSwitch
                  view={at.view}
                  onChange={(view) => go({ view })}
                  views={[
                    { id: 'table', label: t('ui.table.viewTable'), icon: <IconTable size={16} /> },
                    { id: 'tiles', label: t('ui.table.viewTiles'), icon: <IconLayoutGrid size={16} /> },
                    { id: 'map', label: t('ui.table.viewMap'), icon: <IconMap2 size={16} /> },
                  ]}
                />
              </>
            }
          />
        }
      >
        <DataTable
          label={t('screens.stations')}
          columns={columns}
          chosen={at.cols}
          rows={rows}
          rowId={(row) => row.id}
          rowName={(row) => row.id}
          rowState={(row) => row.state}
          href={(row) => `/gallery?open=${row.id}#table`}
          selection={selection}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir }) }}
          renderMenu={() => <Menu.Item>{t('ui.edit')}</Menu.Item>}
        />
      </ListPanel>
      <ListPanel
        list={{ rows: [], ...answered, total: 0 }}
        empty={empty}
        filters={['Faulted', '“ber”']}
        onClear={() => {}}
      >
        {null}
      </ListPanel>
      <ListPanel list={{ rows: [], ...answered, total: 0 }} empty={empty}>
        {null}
      </ListPanel>
    </Stack>
  )
}
