import { commandSend } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useErrorText } from '../../lib/stored-error.tsx'
import type { Station } from './station-columns.tsx'

/** Returns the reason why the viewer can send no command to a station, as text; undefined if they can. */
export function useCommandRefusal({ unreachable }: Pick<Station, 'unreachable'>): string | undefined {
  const maySend = useMay()(commandSend)
  const text = useErrorText()
  if (!maySend) return text('access.cannot_create', { class: 'command' })
  return unreachable === null ? undefined : text(unreachable)
}
