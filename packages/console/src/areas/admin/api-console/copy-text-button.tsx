import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { copyText } from '../../../ui/data/copy.tsx'
import { toast } from '../../../lib/toasts.ts'

/** Copies a text that is created on demand. */
export function CopyTextButton({ text, children }: { text: () => string; children: ReactNode }) {
  const t = useTexts()
  const copy = async () => {
    const isDone = await copyText(text())
    toast(t(isDone ? 'ui.copied' : 'ui.copyFailed'), isDone ? 'good' : 'bad')
  }
  return (
    <Button small kind="quiet" icon={<IconCopy size={14} />} onClick={() => void copy()}>
      {children}
    </Button>
  )
}
