import { objectCount, objectList } from '@stationmaster/contract'
import { IconBox, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useBuiltInWords } from '../../../features/workflow/built-in-words.ts'
import { StateTypeChip } from '../../../features/workflow/state-type.tsx'
import { listParameters, useAddress } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'
import { Ago } from '../../../ui/time/moment.tsx'
import type { ClassObject } from '../objects/object-dialog.tsx'
import { useClasses } from '../workflow/class-model.ts'

const ObjectDialog = lazy(async () => ({
  default: (await import('../objects/object-dialog.tsx')).ObjectDialog,
}))

const where = { ...listParameters }
const allClasses = '*'
const idOf = ({ id }: ClassObject) => id
const nameOf = ({ label }: ClassObject) => label

function ObjectState({ row }: { row: ClassObject }) {
  const words = useBuiltInWords()
  return (
    <StateTypeChip type={row.statetypecode}>
      {words.stateOfObject(row.statecode, row.statelabel)}
    </StateTypeChip>
  )
}

const columns: readonly Column<ClassObject>[] = [
  {
    id: 'label',
    title: 'workflow:label',
    sort: 'label',
    min: 200,
    narrow: 'title',
    cell: ({ label }) => <bdi>{label}</bdi>,
  },
  {
    id: 'class',
    title: 'workflow:classes.one',
    sort: 'classname',
    narrow: 'subtitle',
    cell: ({ classname }) => <bdi>{classname}</bdi>,
  },
  {
    id: 'type',
    title: 'workflow:types.edit',
    sort: 'typename',
    cell: ({ typename }) => <bdi>{typename}</bdi>,
  },
  {
    id: 'state',
    title: 'workflow:states.edit',
    sort: 'statelabel',
    narrow: 'badge',
    cell: (row) => <ObjectState row={row} />,
  },
  {
    id: 'tags',
    title: 'workflow:objects.tags',
    cell: ({ tags }) => (tags.length > 0 ? tags.join(', ') : <span className="muted">–</span>),
  },
  {
    id: 'changed',
    title: 'workflow:objects.changed',
    sort: 'lastupdate',
    cell: ({ lastupdate }) => <Ago at={lastupdate} />,
  },
]

/** Objects of custom classes. */
export default function Objects() {
  const t = useTexts('workflow')
  const navigate = useNavigate()
  const { param1: classCode } = useParams()
  const [at, go] = useAddress(where)
  const [opened, open] = useState<{ id: string | null } | null>(null)
  const [chosen, choose] = useColumns('objects', at.cols, (cols) => go({ cols }))
  const classes = (useClasses().data ?? []).filter(({ abstract, system }) => !abstract && !system)
  const objects = useList({
    list: objectList,
    count: objectCount,
    at,
    filter: classCode ? { classcode: classCode } : undefined,
    search: textSearch(at.q, ['label', 'description']),
    order: ['label'],
  })
  return (
    <Page fill>
      <PageHead
        title={classes.find(({ code }) => code === classCode)?.name ?? t('objects.title')}
        facts={objects.total !== null && t('objects.count', { count: objects.total })}
        actions={
          classes.length > 0 && (
            <Button kind="primary" icon={<IconPlus size={16} />} onClick={() => open({ id: null })}>
              {t('objects.add')}
            </Button>
          )
        }
      />
      <ListPanel
        list={objects}
        paging={pagingOf(at, go, objects.total)}
        filters={at.q ? [at.q] : []}
        onClear={() => go({ q: '', page: 1 })}
        toolbar={
          <ListToolbar
            filter={<FilterField value={at.q} onChange={(q) => go({ q, page: 1 })} />}
            chips={
              <SelectField
                aria-label={t('classes.one')}
                allowDeselect={false}
                data={[
                  { value: allClasses, label: t('objects.allClasses') },
                  ...classes.map(({ code, name }) => ({ value: code, label: name })),
                ]}
                value={classCode ?? allClasses}
                onChange={(code) =>
                  void navigate(addressOf('/admin/objects', code === allClasses ? [] : [code]))
                }
              />
            }
            end={
              <>
                <ListMenus list="objects" columns={columns} chosen={chosen} onChange={choose} />
                <CsvButton csv={objects.csv} name="objects" />
              </>
            }
          />
        }
        empty={
          <Empty
            icon={<IconBox size={28} stroke={1.5} />}
            title={t('objects.empty')}
            lead={classes.length === 0 ? t('objects.noClasses') : undefined}
            action={
              classes.length === 0 && (
                <LinkButton to={addressOf('/admin/workflow')}>{t('objects.toClasses')}</LinkButton>
              )
            }
          />
        }
      >
        <DataTable
          label={t('objects.title')}
          columns={columns}
          chosen={chosen}
          rows={objects.rows}
          rowId={idOf}
          rowName={nameOf}
          onOpen={({ id }) => open({ id })}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
        />
      </ListPanel>
      <Suspense>
        {opened && (
          <ObjectDialog
            id={opened.id}
            classes={classes}
            classCode={classCode ?? null}
            onClose={() => open(null)}
          />
        )}
      </Suspense>
    </Page>
  )
}
