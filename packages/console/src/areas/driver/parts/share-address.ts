import { toast } from '../../../lib/toasts.ts'
import { copyText } from '../../../ui/data/copy.tsx'

/** Shares the address of the page with the phone's dialog, or copies it and shows `copied`. */
export async function shareAddress(title: string, copied: string): Promise<void> {
  const url = window.location.href
  if (navigator.share) return navigator.share({ title, url }).catch(() => undefined)
  if (await copyText(url)) toast(copied)
}
