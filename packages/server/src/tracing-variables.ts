import { Type } from 'typebox'

/** Form of an address that may be empty. */
export const optionalWebAddress = '^(https?://\\S+)?$'

/** Environment variables of traces; the names are those of OpenTelemetry. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.String({
    default: '',
    pattern: optionalWebAddress,
    form: 'an address such as http://localhost:4318',
    description:
      'OpenTelemetry collector to which traces are sent by OTLP over HTTP, at `/v1/traces` below this address; empty: none are recorded',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    default: '',
    pattern: "^([!#$%&'*+.^_`|~0-9A-Za-z-]+=[^,\\s]*(,[!#$%&'*+.^_`|~0-9A-Za-z-]+=[^,\\s]*)*)?$",
    form: 'headers separated by commas, with encoded values, such as authorization=Bearer%20secret',
    description: 'Headers for the collector',
    secret: true,
  }),
  OTEL_SERVICE_NAME: Type.String({
    default: 'stationmaster',
    minLength: 1,
    maxLength: 200,
    description: 'Name of this installation in traces',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 1,
    description: 'Part of the traces that are recorded: 0.01 is one of a hundred',
  }),
}
