import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ViewList } from '../../lib/saved-views.ts'
import { loadTexts, useTexts } from '../../lib/texts.ts'
import { Loading } from '../feedback/feedback.tsx'
import { IconButton } from '../icon-button.tsx'
import { Popover } from '../menu.tsx'

const SavedViews = lazy(async () => {
  const [{ SavedViews: Views }] = await Promise.all([import('./saved-views.tsx'), loadTexts('views')])
  return { default: Views }
})

/** Saved views of the list's current address: save, open, rename, delete. Loaded when opened. */
export function ViewsMenu({ list, columns }: { list: ViewList; columns: readonly string[] | null }) {
  const label = useTexts()('ui.table.views')
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320}>
      <Popover.Target>
        <IconButton label={label} title={label} tip={false}>
          <IconBookmark size={18} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<Loading rows={3} rowHeight={32} />}>
          <SavedViews list={list} columns={columns} onClose={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
