import { objectCount, objectList } from '@stationmaster/contract'
import { IconBox } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useBuiltInWords } from '../../../features/workflow/built-in-words.ts'
import { StateTypeChip } from '../../../features/workflow/state-type.tsx'
import { listParameters, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { agoColumn, none, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import type { ClassObject } from '../objects/object-dialog.tsx'
import { useClasses } from '../workflow/class-model.ts'

const ObjectDialog = lazy(async () => ({
  default: (await import('../objects/object-dialog.tsx')).ObjectDialog,
}))

const allClasses = '*'

function ObjectState({ row }: { row: ClassObject }) {
  const words = useBuiltInWords()
  return (
    <StateTypeChip type={row.statetypecode}>
      {words.stateOfObject(row.statecode, row.statelabel)}
    </StateTypeChip>
  )
}

const columns: readonly Column<ClassObject>[] = [
  textColumn('label', 'workflow:label', { min: 200, narrow: 'title' }),
  textColumn('classname', 'workflow:classes.one', { id: 'class', narrow: 'subtitle' }),
  textColumn('typename', 'workflow:types.edit', { id: 'type' }),
  {
    id: 'state',
    title: 'workflow:states.edit',
    sort: 'statelabel',
    file: [{ field: 'statelabel' }],
    narrow: 'badge',
    cell: (row) => <ObjectState row={row} />,
  },
  {
    id: 'tags',
    title: 'workflow:objects.tags',
    file: [{ field: 'tags' }],
    cell: ({ tags }) => (tags.length > 0 ? tags.join(', ') : none),
  },
  agoColumn('lastupdate', 'workflow:objects.changed', { id: 'changed' }),
]

/** Objects of custom classes. */
export default function Objects() {
  const t = useTexts('workflow')
  const navigate = useNavigate()
  const { param1: classCode } = useParams()
  const [at, go] = useAddress(listParameters)
  const [opened, open] = useState<{ id: string | null } | null>(null)
  const classes = (useClasses().data ?? []).filter(({ abstract, system }) => !abstract && !system)
  const objects = usePagedList({
    name: 'objects',
    list: objectList,
    count: objectCount,
    columns,
    where: listParameters,
    at,
    go,
    fields: ['label', 'description'],
    filter: classCode ? { classcode: classCode } : {},
    order: ['label'],
    hints: ['object.changed', 'rights.changed'],
  })
  return (
    <ListScreen
      list={objects}
      title={classes.find(({ code }) => code === classCode)?.name ?? t('objects.title')}
      count={(count) => t('objects.count', { count })}
      create={classes.length > 0 && { label: t('objects.add'), onCreate: () => open({ id: null }) }}
      controls={
        <SelectField
          aria-label={t('classes.one')}
          data={[
            { value: allClasses, label: t('objects.allClasses') },
            ...classes.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value={classCode ?? allClasses}
          onChange={(code) => void navigate(addressOf('/admin/objects', code === allClasses ? [] : [code]))}
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
      rowName={({ label }) => label}
      onOpen={({ id }) => open({ id })}
    >
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
    </ListScreen>
  )
}
