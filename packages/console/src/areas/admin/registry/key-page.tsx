import { registryDelete, registryGet, registryKeyDelete } from '@stationmaster/contract'
import { IconFolderPlus, IconFolderSymlink, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Identity } from '../../../ui/data/copy.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Empty, Failure } from '../../../ui/feedback/feedback.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Card, Row } from '../../../ui/page/page.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import split from '../split.module.css'
import { useChange } from '../../../lib/use-change.ts'
import { settingColumns } from './setting-columns.tsx'
import { type KeyOfRegistry, parentOf, type Root, type Setting } from './setting-place.ts'

const ValueDialog = lazy(async () => ({ default: (await import('./value-dialog.tsx')).ValueDialog }))
const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }))
const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }))

/** The values of one key, and the actions on the key. */
export function KeyPage({ root, path, onGo }: { root: Root; path: string; onGo: (path: string) => void }) {
  const t = useTexts('registry')
  const found = useEndpoint(registryGet, { root, path })
  if (found.data) return <Shown page={found.data} onGo={onGo} />
  return (
    <ObjectNotFound
      query={found}
      title={t('notFound')}
      to={addressOf('/admin/registry', [root])}
      link={root}
    />
  )
}

type Opened =
  | { dialog: 'value'; setting: Setting | null }
  | { dialog: 'rename'; setting: Setting }
  | { dialog: 'newKey' | 'moveKey' }
  | null

const rowId = (setting: Setting) => setting.name
const rowName = rowId

function Shown({ page, onGo }: { page: KeyOfRegistry; onGo: (path: string) => void }) {
  const t = useTexts('registry')
  const [opened, open] = useState<Opened>(null)
  const remove = useRemoval(page, onGo)
  const close = (): void => open(null)
  return (
    <div className={split.main}>
      <Card
        pad={false}
        title={<KeyPath page={page} />}
        actions={<KeyActions page={page} onOpen={open} onDelete={remove.key} />}
      >
        {remove.error && <Failure small error={remove.error} />}
        {page.values.length === 0 ? (
          <Empty title={t('empty')} lead={t('emptyLead')} />
        ) : (
          <DataTable
            label={t('values')}
            columns={settingColumns}
            rows={page.values}
            rowId={rowId}
            rowName={rowName}
            onOpen={(setting) => open({ dialog: 'value', setting })}
            renderMenu={(setting) => (
              <ValueMenu
                onEdit={() => open({ dialog: 'value', setting })}
                onRename={() => open({ dialog: 'rename', setting })}
                onDelete={() => remove.value(setting)}
              />
            )}
          />
        )}
      </Card>
      <Suspense>
        {opened?.dialog === 'value' && <ValueDialog page={page} setting={opened.setting} onClose={close} />}
        {opened?.dialog === 'rename' && <RenameDialog page={page} setting={opened.setting} onClose={close} />}
        {(opened?.dialog === 'newKey' || opened?.dialog === 'moveKey') && (
          <KeyDialog page={page} isNew={opened.dialog === 'newKey'} onGo={onGo} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

const KeyPath = ({ page }: { page: KeyOfRegistry }) => (
  <span className={split.place}>
    {page.path === '' ? <span className="mono">{page.root}</span> : <Identity value={page.path} copy />}
  </span>
)

function KeyActions({
  page,
  onOpen,
  onDelete,
}: {
  page: KeyOfRegistry
  onOpen: (dialog: Opened) => void
  onDelete: () => void
}) {
  const t = useTexts('registry')
  return (
    <Row>
      <Button
        small
        kind="primary"
        icon={<IconPlus size={14} />}
        onClick={() => onOpen({ dialog: 'value', setting: null })}
      >
        {t('addValue')}
      </Button>
      <Button small icon={<IconFolderPlus size={14} />} onClick={() => onOpen({ dialog: 'newKey' })}>
        {t('addKey')}
      </Button>
      {page.path !== '' && (
        <>
          <Button small icon={<IconFolderSymlink size={14} />} onClick={() => onOpen({ dialog: 'moveKey' })}>
            {t('moveKey')}
          </Button>
          <Button small icon={<IconTrash size={14} />} onClick={onDelete}>
            {t('ui.delete')}
          </Button>
        </>
      )}
    </Row>
  )
}

function ValueMenu({
  onEdit,
  onRename,
  onDelete,
}: {
  onEdit: () => void
  onRename: () => void
  onDelete: () => void
}) {
  const t = useTexts('registry')
  return (
    <>
      <Menu.Item onClick={onEdit}>{t('ui.edit')}</Menu.Item>
      <Menu.Item onClick={onRename}>{t('rename')}</Menu.Item>
      <Menu.Item onClick={onDelete}>{t('ui.delete')}</Menu.Item>
    </>
  )
}

/** Deletes a value, or the key with everything below it, after a confirmation that names the extent. */
function useRemoval({ root, path, version_no, below }: KeyOfRegistry, onGo: (path: string) => void) {
  const t = useTexts('registry')
  const value = useChange(registryDelete)
  const key = useChange(registryKeyDelete, { onSaved: () => onGo(parentOf(path)) })
  const title = t('ui.confirmDeletion')
  const extent = [t('countKeys', { count: below.keys }), t('countValues', { count: below.values })].join(', ')
  return {
    error: value.error ?? key.error,
    value: (setting: Setting) =>
      void confirm({ title, lead: t('deleteValue', { name: setting.name }) }).then(
        (yes) => yes && value.mutate({ root, path, name: setting.name, version_no: setting.version_no }),
      ),
    key: () =>
      void confirm({ title, lead: t('deleteKey', { path, what: extent }) }).then(
        (yes) => yes && key.mutate({ root, path, version_no }),
      ),
  }
}
