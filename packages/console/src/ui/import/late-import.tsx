import { type ComponentType, lazy } from 'react'
import { loadTexts } from '../../lib/texts.ts'
import type { ImportClass } from './import-class.ts'

/** Dialog that imports new objects of a class. */
export type ImportOf = ComponentType<{ onClose: () => void }>

/** Returns the dialog that imports new objects of a class; it is loaded when it is opened. */
export const lateImport = (load: () => Promise<ImportClass>): ImportOf =>
  lazy(async () => {
    const [{ ImportDialog }, of] = await Promise.all([
      import('./import-dialog.tsx'),
      load(),
      loadTexts('imports', 'exports', 'errors'),
    ])
    return { default: ({ onClose }: { onClose: () => void }) => <ImportDialog of={of} onClose={onClose} /> }
  })
