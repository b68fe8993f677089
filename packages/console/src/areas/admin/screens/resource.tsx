import { resourceList } from '@stationmaster/contract'
import { IconFile, IconFileText, IconFolder, IconFolders } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { text, useAddress } from '../../../lib/address.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card, Page, PageHead } from '../../../ui/page/page.tsx'
import { Tree, type TreeLevel, type TreeNode } from '../../../ui/tree/tree.tsx'
import { AddResource, type NewResource } from '../resource/add-resource.tsx'
import { ResourcePage } from '../resource/resource-page.tsx'
import { everyResource, levelsOf, type ResourceRow, rowsAbove } from '../resource/resource-tree.ts'
import split from '../split.module.css'

const ResourceDialog = lazy(async () => ({
  default: (await import('../resource/resource-dialog.tsx')).ResourceDialog,
}))

const where = { path: text() }

/**
 * Resources: `/admin/resource/{id}` or `?path=`, the tree in the side column and the text or file of the
 * chosen one.
 */
export default function Resources() {
  const t = useTexts('resources')
  const navigate = useNavigate()
  const { param1 } = useParams()
  const [{ path }] = useAddress(where)
  const found = useEndpoint(resourceList, everyResource)
  const [added, add] = useState<NewResource | null>(null)
  const rows = found.data
  const chosen = rows?.find((row) => (param1 === undefined ? row.path === path : row.id === param1))
  const id = param1 ?? chosen?.id ?? null
  const go = (next: string | null): void => void navigate(addressOf('/admin/resource', [next]))
  // A new resource is created in the chosen folder, or next to the chosen resource.
  const folder = chosen ? (chosen.type === 'folder' ? chosen.id : chosen.node) : null
  return (
    <Page>
      <PageHead
        title={t('title')}
        facts={rows && t('count', { count: rows.length })}
        actions={<AddResource onAdd={(type) => add({ type, node: folder })} />}
      />
      {!rows && <Unloaded query={found} rows={8} />}
      {rows && (
        <div className={split.split}>
          <div className={split.side}>
            <div className={split.sideBody}>
              {rows.length === 0 ? (
                <Empty title={t('empty')} />
              ) : (
                <ResourceTree rows={rows} chosen={id} onSelect={go} />
              )}
            </div>
          </div>
          {id ? (
            <ResourcePage key={id} id={id} rows={rows} onDeleted={() => go(chosen?.node ?? null)} />
          ) : (
            <Card>
              <Empty
                icon={<IconFolders size={28} stroke={1.5} />}
                title={rows.length === 0 ? t('none') : t('choose')}
                lead={t('lead')}
              />
            </Card>
          )}
        </div>
      )}
      <Suspense>
        {added && (
          <ResourceDialog
            resource={added}
            rows={rows ?? []}
            onSaved={(saved) => go(saved)}
            onClose={() => add(null)}
          />
        )}
      </Suspense>
    </Page>
  )
}

const icons = {
  folder: <IconFolder size={16} />,
  text: <IconFileText size={16} />,
  file: <IconFile size={16} />,
}

const nodeOf = (row: ResourceRow): TreeNode => ({
  id: row.id,
  label: row.name,
  icon: icons[row.type],
  end: row.type !== 'folder' && row.locales.join(' '),
  hasNodes: row.nodes > 0,
})

function ResourceTree({
  rows,
  chosen,
  onSelect,
}: {
  rows: readonly ResourceRow[]
  chosen: string | null
  onSelect: (id: string) => void
}) {
  const t = useTexts('resources')
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const levels = useMemo(() => levelsOf(rows), [rows])
  const level = (parent: string | null): TreeLevel => ({
    nodes: (levels.get(parent) ?? []).map(nodeOf),
    error: null,
    retry: () => {},
  })
  const opened = new Set(rowsAbove(rows, chosen))
  if (chosen !== null) opened.add(chosen)
  for (const [id, isOpen] of toggled)
    if (isOpen) opened.add(id)
    else opened.delete(id)
  return (
    <Tree
      label={t('title')}
      level={level}
      selected={chosen}
      onSelect={onSelect}
      opened={opened}
      onOpen={(id, isOpen) => setToggled((before) => new Map(before).set(id, isOpen))}
    />
  )
}
