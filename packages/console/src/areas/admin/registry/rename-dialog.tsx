import { registryRename } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { NameDialog } from '../name-dialog.tsx'
import { useChange } from '../../../lib/use-change.ts'
import type { KeyOfRegistry, Setting } from './setting-place.ts'

/** Renames a value. */
export function RenameDialog({
  page: { root, path },
  setting,
  onClose,
}: {
  page: KeyOfRegistry
  setting: Setting
  onClose: () => void
}) {
  const t = useTexts('registry')
  const save = useChange(registryRename, { onReloaded: onClose })
  const { name, version_no } = setting
  return (
    <NameDialog
      title={t('rename')}
      label={t('name')}
      name={name}
      save={save}
      field="to"
      bodyOf={(to) => ({ root, path, name, to, version_no })}
      onClose={onClose}
    />
  )
}
