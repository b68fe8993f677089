import { describe, expect, it } from 'vitest'
import { rootCertificate } from '../../test/certificates.ts'
import { eventually, useBench } from '../../test/fleet.ts'
import { carModel, newCar } from '../physics/car.ts'
import { versionFrom, type MaintenanceFailure } from './maintenance.ts'

const bench = useBench()
const past = new Date(0).toISOString()

const progress = (action: 'FirmwareStatusNotification' | 'SignedFirmwareStatusNotification') =>
  bench.farEnd.of(action).map((each) => each.status)

async function fails(...failures: MaintenanceFailure[]): Promise<void> {
  const station = await bench.online()
  station.maintenance.failures.push(...failures)
}

describe('a firmware update', () => {
  it('is reported step by step, restarts the station, and shows in the next boot', async () => {
    await bench.online()
    await bench.farEnd.command('UpdateFirmware', {
      location: 'ftp://files.test/fw-2.3.1.bin',
      retrieveDate: past,
    })
    await eventually(() =>
      expect(progress('FirmwareStatusNotification')).toEqual([
        'Downloading',
        'Downloaded',
        'Installing',
        'Installed',
      ]),
    )
    expect(bench.farEnd.of('BootNotification').map((each) => each.firmwareVersion)).toEqual([
      '1.4.0',
      '2.3.1',
    ])
    expect(bench.farEnd.violations).toEqual([])
  })

  it('waits until no transaction is running', async () => {
    const station = await bench.online()
    station.visits.plugIn(1, newCar(carModel('family car')))
    await station.visits.presentCard(1, 'A')
    await bench.farEnd.command('UpdateFirmware', { location: 'ftp://files.test/fw.bin', retrieveDate: past })
    await eventually(() =>
      expect(progress('FirmwareStatusNotification')).toEqual(['Downloading', 'Downloaded']),
    )
    await station.visits.presentCard(1, 'A')
    await eventually(() => expect(progress('FirmwareStatusNotification')).toContain('Installed'))
  })

  it.each([
    [['download'], 0, ['Downloading', 'DownloadFailed']],
    [['download'], 1, ['Downloading', 'Downloading', 'Downloaded', 'Installing', 'Installed']],
    [['install'], 0, ['Downloading', 'Downloaded', 'Installing', 'InstallationFailed']],
  ] as const)('with failures %j and %i retries reports %j', async (failures, retries, reported) => {
    await fails(...failures)
    await bench.farEnd.command('UpdateFirmware', {
      location: 'ftp://files.test/fw.bin',
      retrieveDate: past,
      retries,
      retryInterval: 0,
    })
    await eventually(() => expect(progress('FirmwareStatusNotification')).toEqual(reported))
  })

  it('that is signed reports more steps, with its request', async () => {
    await bench.online()
    await bench.farEnd.command('SignedUpdateFirmware', {
      requestId: 12,
      firmware: {
        location: 'https://files.test/fw.bin',
        retrieveDateTime: past,
        signingCertificate: rootCertificate,
        signature: 'x',
      },
    })
    await eventually(() =>
      expect(progress('SignedFirmwareStatusNotification')).toEqual([
        'Downloading',
        'Downloaded',
        'SignatureVerified',
        'Installing',
        'InstallRebooting',
        'Installed',
      ]),
    )
    expect(
      new Set(bench.farEnd.of('SignedFirmwareStatusNotification').map((each) => each.requestId)),
    ).toEqual(new Set([12]))
    expect(bench.farEnd.violations).toEqual([])
  })

  it.each([
    ['https://f.test/fw-2.3.1.bin', '1.4.0', '2.3.1'],
    ['https://f.test/latest', '1.4.9', '1.4.10'],
    ['https://f.test/fw-1.4.0.bin', '1.4.0', '1.4.1'],
  ])('from %s turns %s into %s', (location, current, next) => {
    expect(versionFrom(location, current)).toBe(next)
  })
})

describe('an upload', () => {
  it('of diagnostics is reported while it runs, and may fail', async () => {
    await fails('upload')
    const reported = () => bench.farEnd.of('DiagnosticsStatusNotification').map((each) => each.status)
    await bench.farEnd.command('GetDiagnostics', { location: 'ftp://files.test/' })
    await eventually(() => expect(reported()).toEqual(['Uploading', 'UploadFailed']))
    await bench.farEnd.command('GetDiagnostics', { location: 'ftp://files.test/' })
    await eventually(() => expect(reported().slice(2)).toEqual(['Uploading', 'Uploaded']))
  })

  it('of a log carries its request', async () => {
    await bench.online()
    await bench.farEnd.command('GetLog', {
      logType: 'DiagnosticsLog',
      requestId: 8,
      log: { remoteLocation: 'ftp://logs.test/' },
    })
    await eventually(() =>
      expect(bench.farEnd.of('LogStatusNotification')).toEqual([
        { status: 'Uploading', requestId: 8 },
        { status: 'Uploaded', requestId: 8 },
      ]),
    )
    expect(bench.farEnd.violations).toEqual([])
  })
})
