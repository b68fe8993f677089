import { registryList, registryRoots } from '@stationmaster/contract'
import { IconFolder, IconFolderRoot } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { text, useAddress } from '../../../lib/address.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { Tree, type TreeLevel } from '../../../ui/tree/tree.tsx'
import { KeyPage } from '../registry/key-page.tsx'
import { pathsAbove, type Root } from '../registry/setting-place.ts'
import split from '../split.module.css'

const where = { key: text() }
const rootOf = (param: string | undefined): Root =>
  registryRoots.find((root) => root.toLowerCase() === param?.toLowerCase()) ?? 'CURRENT_CONFIG'

/** The registry: `/admin/registry/{root}?key=…`, keys in the side column and the values of the chosen one. */
export default function Registry() {
  const t = useTexts('registry')
  const navigate = useNavigate()
  const { param1 } = useParams()
  const root = rootOf(param1)
  const [{ key: path }, go] = useAddress(where)
  return (
    <Page>
      <PageHead title={t('title')} facts={t(`roots.${root}.lead`)} />
      <div className={split.split}>
        <div className={split.side}>
          <div className={split.sideHead}>
            <SegmentedControl
              fullWidth
              aria-label={t('root')}
              value={root}
              onChange={(next) => void navigate(addressOf('/admin/registry', [next]))}
              data={registryRoots.map((value) => ({ value, label: t(`roots.${value}.name`) }))}
            />
          </div>
          <div className={split.sideBody}>
            <Keys key={root} root={root} path={path} onSelect={(key) => go({ key }, { push: true })} />
          </div>
        </div>
        <KeyPage
          key={`${root} ${path}`}
          root={root}
          path={path}
          onGo={(key) => go({ key }, { push: true })}
        />
      </div>
    </Page>
  )
}

function Keys({ root, path, onSelect }: { root: Root; path: string; onSelect: (path: string) => void }) {
  const t = useTexts('registry')
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  // The path to the chosen key is expanded unless the user collapsed it.
  const opened = new Set(pathsAbove(path))
  for (const [id, isOpen] of toggled)
    if (isOpen) opened.add(id)
    else opened.delete(id)
  return (
    <Tree
      label={t('keys')}
      level={useKeys(root, [...opened])}
      selected={path}
      onSelect={onSelect}
      opened={opened}
      onOpen={(id, isOpen) => setToggled((before) => new Map(before).set(id, isOpen))}
    />
  )
}

/** Returns the levels of the tree: the root, and the children of each expanded key. */
function useKeys(root: Root, opened: readonly string[]): (parent: string | null) => TreeLevel {
  const found = useQueries({ queries: opened.map((path) => endpointQuery(registryList, { root, path })) })
  return (parent) => {
    if (parent === null) {
      const node = { id: '', label: root, icon: <IconFolderRoot size={16} />, hasNodes: true }
      return { nodes: [node], error: null, retry: () => {} }
    }
    const level = found[opened.indexOf(parent)]
    const nodes = level?.data?.map(({ path, name, keys, values }) => ({
      id: path,
      label: name,
      icon: <IconFolder size={16} />,
      end: values > 0 && values,
      hasNodes: keys > 0,
    }))
    return { nodes, error: level?.error ?? null, retry: () => void level?.refetch() }
  }
}
