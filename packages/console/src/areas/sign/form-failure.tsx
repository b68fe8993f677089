import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useRefusalWords } from './refusal-words.ts'

/** What went wrong with a form, above its fields; nothing while nothing did. */
export function FormFailure({ failure, action }: { failure: unknown; action?: ReactNode }) {
  const words = useRefusalWords()
  if (failure === null) return null
  return (
    <Notice tone="bad" icon={<IconAlertCircle size={18} />} alert action={action}>
      {words(failure)}
    </Notice>
  )
}
