import { IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { loadTexts, useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import css from '../table/list-panel.module.css'
import type { ImportClass } from './import-class.ts'

const ImportDialog = lazy(async () => {
  const [loaded] = await Promise.all([
    import('./import-dialog.tsx'),
    loadTexts('imports', 'exports', 'errors'),
  ])
  return { default: loaded.ImportDialog }
})

/** Opens the import of new objects; the dialog is loaded when it is opened. */
export function ImportButton({ of }: { of: ImportClass }) {
  const t = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<IconUpload size={16} />} className={css.iconOnPhone} onClick={() => setIsOpen(true)}>
        <span className="phone-hidden">{t('ui.table.import')}</span>
      </Button>
      <Suspense>{isOpen && <ImportDialog of={of} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
