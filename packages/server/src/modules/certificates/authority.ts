/** Certificate request of a station that has passed all checks. */
export interface StationRequest {
  /** PKCS #10 in DER. */
  der: Uint8Array<ArrayBuffer>
  organisation: string | null
}

export interface IssuedCertificate {
  /** PEM of the certificate. */
  certificate: string
  /** Serial number as hexadecimal digits. */
  serial: string
  /** SHA-256 of the certificate, as hexadecimal digits. */
  fingerprint: string
  subject: string
  issuer: string
  validFrom: Date
  validUntil: Date
}

/** Issues client certificates of stations. */
export interface CertificateAuthority {
  id: string
  /** PEM of the authority itself. */
  certificate: string
  issue(request: StationRequest, identity: string, now: Date): Promise<IssuedCertificate>
}
