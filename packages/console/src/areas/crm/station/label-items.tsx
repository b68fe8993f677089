import { guestCodeRenew, guestLabelPrint } from '@stationmaster/contract'
import { IconQrcode, IconReload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { usePrintLabels } from '../../../features/bulk/use-print-labels.ts'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { call } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { toast } from '../../../lib/toasts.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { Menu } from '../../../ui/menu.tsx'

/** Prints the QR labels of the station, and renews their codes. */
export function LabelItems({ station: { id } }: { station: Station }) {
  const t = useTexts('station')
  const may = useMay()
  const print = usePrintLabels()
  const renew = useMutation({
    mutationFn: () => call(guestCodeRenew, { id }),
    onSuccess: ({ renewed }) => toast(t('labels.renewed', { count: renewed })),
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
  const ask = async (): Promise<void> => {
    const question = {
      title: t('labels.renewTitle'),
      action: t('labels.renewNow'),
      lead: t('labels.renewLead'),
    }
    if (await confirm(question)) renew.mutate()
  }
  return (
    <>
      {may(guestLabelPrint) && (
        <Menu.Item leftSection={<IconQrcode size={16} />} onClick={() => print.mutate({ stations: [id] })}>
          {t('labels.print')}
        </Menu.Item>
      )}
      {may(guestCodeRenew, { id }) && (
        <Menu.Item leftSection={<IconReload size={16} />} onClick={() => void ask()}>
          {t('labels.renew')}
        </Menu.Item>
      )}
    </>
  )
}
