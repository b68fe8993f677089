import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useRefusalWords } from './refusal-words.ts'

/** The failure of a form, above its fields; shows nothing without a failure. */
export function FormFailure({ failure, action }: { failure: unknown; action?: ReactNode }) {
  const words = useRefusalWords()
  if (failure === null) return null
  return (
    <Notice tone="bad" icon={<IconAlertCircle size={18} />} alert action={action}>
      {words(failure)}
    </Notice>
  )
}
