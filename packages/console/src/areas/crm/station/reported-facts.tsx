import { Link } from 'react-router'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Term } from '../../../ui/data/term.tsx'
import { Ago, Moment } from '../../../ui/time/moment.tsx'
import { Part } from '../../../ui/page/part.tsx'

const mono = (value: string | null) => value && <Identity key={value} value={value} copy />

/** Data that the station reported when it booted, and its connection. */
export function ReportedFacts({ station }: { station: Station }) {
  const t = useTexts('station')
  return (
    <Part title={t('reported.title')}>
      <KeyValues
        rows={[
          [t('reported.identity'), mono(station.identity)],
          [t('reported.vendor'), station.vendorname],
          [t('reported.model'), station.modelname],
          [t('reported.serial'), mono(station.serialnumber)],
          station.boxserialnumber !== null && [t('reported.boxSerial'), mono(station.boxserialnumber)],
          [
            t('reported.firmware'),
            station.firmware && (
              <span key="firmware" className="mono">
                {station.firmware}
              </span>
            ),
          ],
          station.iccid !== null && ['ICCID', mono(station.iccid)],
          station.imsi !== null && ['IMSI', mono(station.imsi)],
          station.metertype !== null && [t('reported.meter'), station.metertype],
          station.meterserialnumber !== null && [t('reported.meterSerial'), mono(station.meterserialnumber)],
          [t('reported.protocol'), station.version && `OCPP ${station.version}`],
          [
            t('reported.boot'),
            station.bootstatus && <Term key="boot" member="status" value={station.bootstatus} />,
          ],
          [t('reported.bootedAt'), <Moment key="booted" at={station.bootedat} seconds />],
          [
            t(station.connected ? 'reported.online' : 'reported.offline'),
            <Ago key="line" at={station.connectionupdate} />,
          ],
          [t('reported.seen'), <Ago key="seen" at={station.lastseen} />],
          [t('reported.address'), mono(station.remoteaddress)],
          station.site !== null &&
            station.sitename !== null && [
              t('reported.site'),
              <Link key="site" to={addressOf('/crm/site', [station.site])}>
                {station.sitename}
              </Link>,
            ],
          station.networkname !== null && [t('reported.network'), station.networkname],
          station.clientname !== null && [t('reported.client'), station.clientname],
          [t('reported.created'), <Moment key="made" at={station.created} />],
        ]}
      />
    </Part>
  )
}
