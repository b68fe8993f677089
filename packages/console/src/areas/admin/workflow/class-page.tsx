import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { useBuiltInWords } from '../../../features/workflow/built-in-words.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { PageHead, useHeadingFocus } from '../../../ui/page/page.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { type ClassRow, type ClassModel, useClass } from './class-model.ts'
import { mayHaveChildren, type Obstacle, obstacleTo } from './class-tree.tsx'

const bodies = {
  workflow: lazy(async () => ({ default: (await import('./workflow-tab.tsx')).WorkflowTab })),
  types: lazy(async () => ({ default: (await import('./types-tab.tsx')).TypesTab })),
  edit: lazy(async () => ({ default: (await import('./edit-tab.tsx')).EditTab })),
  preview: lazy(async () => ({ default: (await import('./preview-tab.tsx')).PreviewTab })),
  security: lazy(async () => ({ default: (await import('./security-tab.tsx')).SecurityTab })),
} satisfies Record<string, ComponentType<{ of: ClassModel; stored: ClassModel }>>
const tabs = ['edit', 'workflow', 'types', 'security', 'preview'] as const

/** One class, in tabs that are part of the address; data of the tree are shown until the rest has loaded. */
export function ClassPage({
  code,
  tab,
  classes,
  onAdd,
  onRemove,
}: {
  code: string
  tab: string | undefined
  /** All classes that are loaded so far. */
  classes: readonly ClassRow[]
  onAdd: (parent: ClassRow) => void
  onRemove: (row: ClassRow) => void
}) {
  const t = useTexts('workflow')
  const found = useClass(code)
  useHeadingFocus(code)
  const active = tabs.find((known) => known === tab) ?? 'workflow'
  const Body = bodies[active]
  const words = useBuiltInWords()
  const stored = found.data
  const of = useMemo(() => stored && words.ofModel(stored), [stored, words])
  const row = of?.class ?? classes.find((known) => known.code === code)
  if (found.error && !of) return <NoClass query={found} />
  return (
    <>
      <PageHead
        title={row?.name ?? t('classes.one')}
        crumbs={[
          { label: t('classes.title'), to: addressOf('/admin/workflow') },
          ...(of?.ancestors ?? above(row, classes)).map((known) => ({
            label: known.name,
            to: addressOf('/admin/workflow', [known.code]),
          })),
        ]}
        badge={row && <Marks row={row} />}
        facts={<Facts code={code} row={row} />}
        actions={
          row && (
            <Actions
              row={row}
              obstacle={classes.length === 0 ? 'system' : obstacleTo(row, classes)}
              onAdd={onAdd}
              onRemove={onRemove}
            />
          )
        }
      />
      <Tabs
        label={t('tabs.label')}
        active={active}
        tabs={tabs.map((known) => ({
          id: known,
          label: t(`tabs.${known}`),
          to: addressOf('/admin/workflow', [code, known]),
          count: known === 'types' ? of?.types.length : undefined,
        }))}
      >
        <Suspense fallback={<Loading rows={8} />}>
          {of && stored ? <Body key={code} of={of} stored={stored} /> : <Loading rows={8} />}
        </Suspense>
      </Tabs>
    </>
  )
}

/** Returns the classes that a class inherits from, from the root down. */
function above(row: ClassRow | undefined, classes: readonly ClassRow[]): ClassRow[] {
  const parent = row && classes.find(({ code }) => code === row.parentcode)
  return parent ? [...above(parent, classes), parent] : []
}

function NoClass({ query }: { query: ReturnType<typeof useClass> }) {
  const t = useTexts('workflow')
  const all = { label: t('classes.title'), to: addressOf('/admin/workflow') }
  return (
    <>
      <PageHead title={t('classes.one')} crumbs={[all]} />
      <ObjectNotFound query={query} title={t('classes.notFound')} to={all.to} link={all.label} />
    </>
  )
}

function Facts({ code, row }: { code: string; row: ClassRow | undefined }) {
  const t = useTexts('workflow')
  return (
    <>
      <bdi className="mono">{code}</bdi>
      {row?.description && <span>{row.description}</span>}
      {row && !row.abstract && !row.system && (
        <span>
          <Link to={addressOf('/admin/objects', [code])}>{t('objects.title')}</Link>
        </span>
      )}
    </>
  )
}

function Marks({ row }: { row: ClassRow }) {
  const t = useTexts('workflow')
  return (
    <>
      {row.abstract && <ToneChip tone="busy">{t('abstract')}</ToneChip>}
      {row.system && <ToneChip tone="calm">{t('system')}</ToneChip>}
    </>
  )
}

function Actions({
  row,
  obstacle,
  onAdd,
  onRemove,
}: {
  row: ClassRow
  obstacle: Obstacle
  onAdd: (parent: ClassRow) => void
  onRemove: (row: ClassRow) => void
}) {
  const t = useTexts('workflow')
  return (
    <>
      {mayHaveChildren(row) && (
        <Button icon={<IconPlus size={16} />} onClick={() => onAdd(row)}>
          {t('classes.addChild')}
        </Button>
      )}
      {obstacle !== 'system' && (
        <Button
          icon={<IconTrash size={16} />}
          disabled={obstacle !== null}
          title={obstacle ? t(`classes.obstacles.${obstacle}`) : undefined}
          onClick={() => onRemove(row)}
        >
          {t('ui.delete')}
        </Button>
      )}
    </>
  )
}
