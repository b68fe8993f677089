import type { Station } from '../../../features/stations/station-columns.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Ago, Moment } from '../../../ui/time/moment.tsx'
import { Part } from './part.tsx'

const bootWords = ['Accepted', 'Pending', 'Rejected'] as const

const mono = (value: string | null) => value && <Identity key={value} value={value} copy />

/** Data that the station reported when it booted, and its connection. */
export function ReportedFacts({ station }: { station: Station }) {
  const t = useTexts('station')
  const boot = bootWords.find((word) => word === station.bootstatus)
  return (
    <Part title={t('told.title')}>
      <KeyValues
        rows={[
          [t('told.identity'), mono(station.identity)],
          [t('told.vendor'), station.vendorname],
          [t('told.model'), station.modelname],
          [t('told.serial'), mono(station.serialnumber)],
          station.boxserialnumber !== null && [t('told.boxSerial'), mono(station.boxserialnumber)],
          [
            t('told.firmware'),
            station.firmware && (
              <span key="firmware" className="mono">
                {station.firmware}
              </span>
            ),
          ],
          station.iccid !== null && ['ICCID', mono(station.iccid)],
          station.imsi !== null && ['IMSI', mono(station.imsi)],
          station.metertype !== null && [t('told.meter'), station.metertype],
          station.meterserialnumber !== null && [t('told.meterSerial'), mono(station.meterserialnumber)],
          [t('told.protocol'), station.version && `OCPP ${station.version}`],
          [t('told.boot'), boot ? t(`told.boots.${boot}`) : station.bootstatus],
          [t('told.bootedAt'), <Moment key="boot" at={station.bootedat} seconds />],
          [
            t(station.connected ? 'told.online' : 'told.offline'),
            <Ago key="line" at={station.connectionupdate} />,
          ],
          [t('told.seen'), <Ago key="seen" at={station.lastseen} />],
          [t('told.address'), mono(station.remoteaddress)],
          station.networkname !== null && [t('told.network'), station.networkname],
          station.clientname !== null && [t('told.client'), station.clientname],
          [t('told.created'), <Moment key="made" at={station.created} />],
        ]}
      />
    </Part>
  )
}
