import { guestLabelPrint } from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { showFailure } from '../../ui/feedback/failed.ts'
import { download } from '../../ui/table/download.ts'

/** Stations whose labels are printed; absent: all of the account. */
interface Labelled {
  stations?: readonly string[]
  site?: string
}

/** Returns a mutation that downloads the QR labels of connectors as PDF, in the user's language. */
export function usePrintLabels() {
  const t = useTexts()
  const locale = useLanguage()
  return useMutation({
    mutationFn: async ({ stations, site }: Labelled) => {
      const { name, data } = await call(guestLabelPrint, {
        locale,
        ...(stations && { stations: [...stations] }),
        ...(site !== undefined && { site }),
      })
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      download(new Blob([bytes], { type: 'application/pdf' }), name)
    },
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
}
