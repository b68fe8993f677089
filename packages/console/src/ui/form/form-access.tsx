import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../feedback/notice.tsx'
import { Stack } from '../page/page.tsx'
import css from './form-access.module.css'

/**
 * Fields and buttons of a form; without the right to submit it they are disabled, and a line above explains
 * why.
 */
export function FormAccess({ isAllowed, children }: { isAllowed: boolean; children: ReactNode }) {
  const t = useTexts()
  if (isAllowed) return children
  return (
    <Stack>
      <Notice tone="calm" icon={<IconLock size={18} />}>
        {t('ui.readOnly')}
      </Notice>
      <fieldset className={css.plain} disabled>
        {children}
      </fieldset>
    </Stack>
  )
}
