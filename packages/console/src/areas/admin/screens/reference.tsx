import { type ReferenceKind, references } from '@stationmaster/contract'
import { IconList, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { flag, type Go, listParameters, oneOf, text, useAddress, type Values } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'
import { columnsOf } from '../reference/reference-columns.tsx'
import { kinds, type ReferenceRow } from '../reference/reference-rows.ts'
import split from '../split.module.css'

const ReferenceDialog = lazy(async () => ({
  default: (await import('../reference/reference-dialog.tsx')).ReferenceDialog,
}))

const states = ['all', 'created', 'enabled', 'disabled'] as const
const where = { ...listParameters, state: oneOf(states), id: text(), add: flag() }
const rowId = (row: ReferenceRow) => row.id
const rowName = (row: ReferenceRow) => row.name

/** References: `/admin/reference/{kind}`, the kinds in the side column and the rows of the chosen one. */
export default function References() {
  const t = useTexts('references')
  const { param1 } = useParams()
  const kind = kinds.find((known) => known === param1) ?? 'vendor'
  const [at, go] = useAddress(where)
  const list = useRef<HTMLUListElement>(null)
  // On phones the kinds are one scrollable line.
  useEffect(() => {
    list.current
      ?.querySelector(`[data-kind="${kind}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [kind])
  return (
    <Page fill>
      <PageHead
        title={t('title')}
        facts={t(`leads.${kind}`)}
        actions={
          <Button kind="primary" icon={<IconPlus size={16} />} onClick={() => go({ add: true })}>
            {t('add')}
          </Button>
        }
      />
      <div className={split.split} data-narrow data-fill>
        <nav className={split.side} aria-label={t('kinds')}>
          <ul className={split.kinds} ref={list}>
            {kinds.map((one) => (
              <li key={one}>
                <Link
                  to={addressOf('/admin/reference', [one])}
                  data-kind={one}
                  aria-current={one === kind ? 'page' : undefined}
                >
                  {t(`kindNames.${one}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={split.main}>
          <Rows key={kind} kind={kind} at={at} go={go} />
        </div>
      </div>
    </Page>
  )
}

function Rows({ kind, at, go }: { kind: ReferenceKind; at: Values<typeof where>; go: Go<typeof where> }) {
  const t = useTexts('references')
  const rowsOf = references[kind]
  const columns = useMemo(() => columnsOf(kind), [kind])
  const [chosen, choose] = useColumns(`reference-${kind}`, at.cols, (cols) => go({ cols }))
  const list = useList({
    list: rowsOf.list,
    count: rowsOf.count,
    at,
    filter: at.state === 'all' ? {} : { statecode: at.state },
    search: textSearch(at.q, ['code', 'name', 'description']),
    order: kind === 'mode' ? ['minpower'] : ['name'],
  })
  // Each kind has these columns and its own.
  const rows = list.rows as readonly ReferenceRow[]
  const label = t(`kindNames.${kind}`)
  return (
    <>
      <ListPanel
        list={list}
        paging={pagingOf(at, go, list.total)}
        filters={[...(at.q ? [at.q] : []), ...(at.state === 'all' ? [] : [t(`states.${at.state}`)])]}
        onClear={() => go({ q: '', state: 'all', page: 1 })}
        toolbar={
          <ListToolbar
            filter={<FilterField value={at.q} onChange={(q) => go({ q, page: 1 })} />}
            chips={
              <SegmentedControl
                aria-label={t('state')}
                value={at.state}
                onChange={(state) => go({ state: where.state.read(state), page: 1 })}
                data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
              />
            }
            end={
              <>
                <ListMenus list={`reference-${kind}`} columns={columns} chosen={chosen} onChange={choose} />
                <CsvButton csv={list.csv} name={kind} />
              </>
            }
          />
        }
        empty={
          <Empty icon={<IconList size={28} stroke={1.5} />} title={t('empty')} lead={t(`leads.${kind}`)} />
        }
      >
        <DataTable
          label={label}
          columns={columns}
          chosen={chosen}
          rows={rows}
          rowId={rowId}
          rowName={rowName}
          onOpen={(row) => go({ id: row.id }, { push: true })}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
        />
      </ListPanel>
      <Suspense>
        {(at.add || at.id !== '') && (
          <ReferenceDialog
            kind={kind}
            id={at.add ? null : at.id}
            onClose={() => go({ id: '', add: false })}
          />
        )}
      </Suspense>
    </>
  )
}
