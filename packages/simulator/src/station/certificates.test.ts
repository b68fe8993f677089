import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readRequest, rootCertificate, signRequest } from '../../test/certificates.ts'
import { eventually, useBench } from '../../test/fleet.ts'

const bench = useBench()
const certificateType = 'CentralSystemRootCertificate'

describe('root certificates', () => {
  it('are installed, listed by their hashes, and deleted', async () => {
    const { farEnd } = bench
    await bench.online()
    await farEnd.command('InstallCertificate', { certificateType, certificate: rootCertificate })
    const listed = await farEnd.command('GetInstalledCertificateIds', { certificateType })
    expect(listed.certificateHashData).toMatchObject([{ hashAlgorithm: 'SHA256', serialNumber: '2a' }])
    const [certificateHashData] = listed.certificateHashData!
    const wrong = { ...certificateHashData!, issuerKeyHash: '00' }
    expect(await farEnd.command('DeleteCertificate', { certificateHashData: wrong })).toEqual({
      status: 'NotFound',
    })
    expect(await farEnd.command('DeleteCertificate', { certificateHashData: certificateHashData! })).toEqual({
      status: 'Accepted',
    })
    expect(farEnd.violations).toEqual([])
  })

  it('are limited in number', async () => {
    await bench.online({ settings: { CertificateStoreMaxLength: '0' } })
    expect(
      await bench.farEnd.command('InstallCertificate', { certificateType, certificate: rootCertificate }),
    ).toEqual({ status: 'Failed' })
  })
})

describe("the station's own certificate", () => {
  it('is requested with a signed request, and accepted only for the key of that request', async () => {
    const { farEnd } = bench
    await bench.online()
    await farEnd.command('ExtendedTriggerMessage', { requestedMessage: 'SignChargePointCertificate' })
    await eventually(() => expect(farEnd.of('SignCertificate')).toHaveLength(1))
    const [{ csr } = { csr: '' }] = farEnd.of('SignCertificate')
    const { info, publicKey, signature } = readRequest(csr)
    const key = createPublicKey({ key: publicKey, type: 'spki', format: 'der' })
    expect(verify('sha256', info, key, signature)).toBe(true)
    expect(await farEnd.command('CertificateSigned', { certificateChain: rootCertificate })).toEqual({
      status: 'Rejected',
    })
    expect(await farEnd.command('CertificateSigned', { certificateChain: signRequest(csr) })).toEqual({
      status: 'Accepted',
    })
    expect(farEnd.violations).toEqual([])
  })
})
