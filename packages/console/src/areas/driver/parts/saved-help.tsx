import { useMemo } from 'react'
import { dialled, Help } from './help.tsx'
import { asRow, useSavedOffline } from './use-saved-offline.ts'

/** The number at a place or session of a driver, which is saved for the page without a network, too. */
export function SavedHelp({ phone, place }: { phone: string; place: string }) {
  const rows = useMemo(() => [{ title: phone, facts: place, address: dialled(phone) }], [phone, place])
  useSavedOffline('help', rows, asRow)
  return <Help phone={phone} />
}
