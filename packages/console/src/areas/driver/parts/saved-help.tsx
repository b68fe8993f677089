import { dialled, Help } from './help.tsx'
import { useSavedOffline } from './use-saved-offline.ts'

/** The number at a place or session of a driver, which is saved for the page without a network, too. */
export function SavedHelp({ phone, place }: { phone: string; place: string }) {
  useSavedOffline('help', [{ title: phone, facts: place, address: dialled(phone) }])
  return <Help phone={phone} />
}
