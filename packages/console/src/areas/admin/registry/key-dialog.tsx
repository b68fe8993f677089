import { registryKeyMove, registryKeySet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { NameDialog } from '../name-dialog.tsx'
import { below, type KeyOfRegistry } from './setting-place.ts'

/** Adds a key below this one, or changes the path of this one, which renames or moves it. */
export function KeyDialog({
  page,
  isNew,
  onGo,
  onClose,
}: {
  page: KeyOfRegistry
  isNew: boolean
  onGo: (path: string) => void
  onClose: () => void
}) {
  const t = useTexts('registry')
  const leave = (key: KeyOfRegistry): void => {
    onClose()
    onGo(key.path)
  }
  const add = useChange(registryKeySet, { onSaved: leave })
  const move = useChange(registryKeyMove, { onSaved: leave })
  const { root, path, version_no } = page
  return isNew ? (
    <NameDialog
      title={t('addKey')}
      label={t('name')}
      hint={t('newKeyHint')}
      save={add}
      field="path"
      bodyOf={(name) => ({ root, path: below(path, name) })}
      onClose={onClose}
    />
  ) : (
    <NameDialog
      title={t('moveKey')}
      label={t('path')}
      hint={t('moveKeyHint')}
      name={path}
      save={move}
      field="to"
      bodyOf={(to) => ({ root, path, to, version_no })}
      onClose={onClose}
    />
  )
}
