import type { FirmwareOrder } from '../../../station/maintenance.ts'
import type { CommandDeps, CommandHandlers } from './command.ts'
import { triggered } from './station.ts'

const fileName = (kind: string, { device, serial }: CommandDeps): string =>
  `${kind}-${serial}-${new Date(device.clock.now()).toISOString().replace(/[-:]|\.\d+/g, '')}.log`

const isCertificate = (pem: string): boolean => pem.includes('-----BEGIN CERTIFICATE-----')

/** Handlers of firmware, diagnostics, logs and certificates. */
export const maintenanceCommands: CommandHandlers<
  | 'GetDiagnostics'
  | 'UpdateFirmware'
  | 'ExtendedTriggerMessage'
  | 'GetLog'
  | 'SignedUpdateFirmware'
  | 'CertificateSigned'
  | 'DeleteCertificate'
  | 'GetInstalledCertificateIds'
  | 'InstallCertificate'
> = {
  GetDiagnostics: ({ retries, retryInterval }, deps) => ({
    answer: { fileName: fileName('diagnostics', deps) },
    afterwards: () => deps.maintenance.upload({ retries, retryIntervalS: retryInterval }),
  }),
  UpdateFirmware: ({ location, retrieveDate, retries, retryInterval }, { maintenance }) => ({
    answer: {},
    afterwards: () =>
      maintenance.update({
        location,
        retrieveAtMs: Date.parse(retrieveDate),
        retries,
        retryIntervalS: retryInterval,
      }),
  }),
  ExtendedTriggerMessage: ({ requestedMessage, connectorId }, deps) => {
    const { maintenance, triggeredReporter, certificates, device, serial } = deps
    const { requestIds } = maintenance
    if (requestedMessage === 'FirmwareStatusNotification') {
      const progress = maintenance.isUpdating ? maintenance.firmwareProgress : 'Idle'
      return {
        answer: { status: 'Accepted' },
        afterwards: () => triggeredReporter.firmware(progress, requestIds.firmware),
      }
    }
    if (requestedMessage === 'LogStatusNotification') {
      const progress = maintenance.isUploading ? maintenance.uploadProgress : 'Idle'
      // The message of the whitepaper needs no requestId while idle, but one is allowed.
      return {
        answer: { status: 'Accepted' },
        afterwards: () => triggeredReporter.upload(progress, requestIds.upload ?? 0),
      }
    }
    if (requestedMessage === 'SignChargePointCertificate') {
      const operator = device.configuration.text('CpoName') || 'Operator'
      return {
        answer: { status: 'Accepted' },
        afterwards: () => deps.call('SignCertificate', { csr: certificates.request(serial, operator) }),
      }
    }
    const afterwards = triggered(requestedMessage, connectorId, deps)
    return afterwards ? { answer: { status: 'Accepted' }, afterwards } : { answer: { status: 'Rejected' } }
  },
  GetLog: ({ logType, requestId, retries, retryInterval }, deps) => {
    const { maintenance } = deps
    const status = maintenance.isUploading ? 'AcceptedCanceled' : 'Accepted'
    return {
      answer: { status, filename: fileName(logType === 'SecurityLog' ? 'security' : 'diagnostics', deps) },
      afterwards: () => maintenance.upload({ retries, retryIntervalS: retryInterval, requestId }),
    }
  },
  SignedUpdateFirmware: ({ firmware, requestId, retries, retryInterval }, { maintenance }) => {
    if (!isCertificate(firmware.signingCertificate)) return { answer: { status: 'InvalidCertificate' } }
    const status = maintenance.isUpdating ? 'AcceptedCanceled' : 'Accepted'
    const order: FirmwareOrder = {
      location: firmware.location,
      retrieveAtMs: Date.parse(firmware.retrieveDateTime),
      ...(firmware.installDateTime === undefined
        ? {}
        : { installAtMs: Date.parse(firmware.installDateTime) }),
      retries,
      retryIntervalS: retryInterval,
      requestId,
    }
    return { answer: { status }, afterwards: () => maintenance.update(order) }
  },
  CertificateSigned: ({ certificateChain }, { certificates }) => ({
    answer: { status: certificates.signed(certificateChain) },
  }),
  DeleteCertificate: ({ certificateHashData }, { certificates }) => ({
    answer: { status: certificates.delete(certificateHashData) },
  }),
  GetInstalledCertificateIds: ({ certificateType }, { certificates }) => {
    const found = certificates.list(certificateType)
    return {
      answer: found.length > 0 ? { status: 'Accepted', certificateHashData: found } : { status: 'NotFound' },
    }
  },
  InstallCertificate: ({ certificateType, certificate }, { certificates, device }) => ({
    answer: {
      status: certificates.install(
        certificateType,
        certificate,
        device.configuration.number('CertificateStoreMaxLength'),
      ),
    },
  }),
}
