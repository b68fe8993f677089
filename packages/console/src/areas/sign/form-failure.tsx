import { IconAlertCircle } from '@tabler/icons-react'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useFailureWords } from './refusals.ts'

/** The failure of a form, above its fields; shows nothing without a failure. */
export function FormFailure({ failure }: { failure: unknown }) {
  const words = useFailureWords()
  if (failure === null) return null
  return (
    <Notice tone="bad" icon={<IconAlertCircle size={18} />} alert>
      {words(failure)}
    </Notice>
  )
}
