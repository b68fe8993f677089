import { Type } from 'typebox'

/** Form of variables that name addresses and networks, in words for errors and docs. */
export const networksForm = 'addresses and networks, separated by commas'

/** Environment variables of the port on which stations connect with TLS. */
export const stationTlsVariables = {
  OCPP_TLS_CERTIFICATE: Type.String({
    default: '',
    description:
      'Opens a separate port on which stations connect with TLS 1.2 or 1.3: a PEM file with the certificate of the server and its intermediate authorities. Two files separated by a comma, one with an ECDSA and one with an RSA key, serve stations that support only one of the two. Replaced files are used without a restart',
  }),
  OCPP_TLS_KEY: Type.String({
    default: '',
    description: 'PEM file with the private key of that certificate; of two certificates, in the same order',
  }),
  OCPP_TLS_PORT: Type.Integer({
    default: 8443,
    minimum: 0,
    maximum: 65_535,
    description: 'Port for stations with TLS; 0 takes a free one',
  }),
  OCPP_TLS_PROXY_PROTOCOL: Type.String({
    default: '',
    form: networksForm,
    description:
      'Load balancers that forward TCP to `OCPP_TLS_PORT` and begin each connection with a PROXY header (version 1 or 2), which has the address of the station',
  }),
  OCPP_TLS_CLIENT_CA: Type.String({
    default: '',
    description:
      'PEM file with the authorities whose client certificates prove a station (security profile 3). The common name of a certificate is the identity of its station, in every account',
  }),
}
