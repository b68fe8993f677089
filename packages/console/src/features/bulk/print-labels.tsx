import { guestLabelPrint, maxGuestLabels } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { Menu } from '../../ui/menu.tsx'
import type { ChosenObjects } from './chosen-objects.ts'
import { usePrintLabels } from './use-print-labels.ts'

/** Prints the QR labels of the selected stations, or of a site; a filter that the request cannot name is left out. */
export function PrintLabels({ list: { selection, matching } }: { list: ChosenObjects }) {
  const t = useTexts('maintenance')
  const may = useMay()
  const print = usePrintLabels()
  const { site, ...others } = (matching.filter ?? {}) as { site?: unknown }
  const isOfSite =
    selection.all &&
    selection.except.size === 0 &&
    typeof site === 'string' &&
    Object.keys(others).length === 0 &&
    matching.search === undefined
  if (!may(guestLabelPrint)) return null
  if (selection.all ? !isOfSite : selection.ids.size > maxGuestLabels) return null
  const of = selection.all ? { site: site as string } : { stations: [...selection.ids] }
  return <Menu.Item onClick={() => print.mutate(of)}>{t('bulk.printLabels')}</Menu.Item>
}
