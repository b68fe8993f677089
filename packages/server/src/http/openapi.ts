import {
  type Access,
  type Endpoint,
  endpoints,
  errorKinds,
  errors,
  exportBody,
  exportFormats,
  Failure,
  productTitle,
  serviceEndpoints,
} from '@stationmaster/contract'
import { addressOf, isOAuth } from './bind.ts'

const whoMay: Record<Access, string> = {
  public: 'anybody',
  machine: 'a machine token, or any signed-in person',
  user: 'any signed-in person',
  client: 'users of a client',
  operator: 'operators (people whose interface is not `driver`)',
  admin: 'administrators',
}

type Json = Record<string, unknown>

/** Returns the API as an OpenAPI 3.1 document, derived only from the rows of the contract. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, row] of [...Object.entries(endpoints), ...Object.entries(serviceEndpoints)]) {
    const path = addressOf(row)
      .replaceAll(/:(\w+)/g, '{$1}')
      .replace('*', '{rest}')
    paths[path] = { ...paths[path], [(row.method ?? 'POST').toLowerCase()]: operation(name, row) }
  }
  return plain({
    openapi: '3.1.0',
    info: {
      title: productTitle,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Every data call is POST with a JSON object and a bearer token from `/oauth2/token`. Unknown keys are refused. ' +
        'Times are ISO 8601 with Z, energies Wh, powers W. Lists take a list query and, where stated, `?format=csv` or `xlsx`. ' +
        'A failure has a code, which programs use, and an English message for people; `x-errors` lists all of them.',
    },
    'x-errors': Object.fromEntries(
      Object.entries(errors).map(([code, { kind, message }]) => [
        code,
        { status: errorKinds[kind], message },
      ]),
    ),
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ErrorCode, Failure: failure, OAuthFailure },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  })
}

const reference = (schema: string): Json => ({ $ref: `#/components/schemas/${schema}` })

/** Returns all codes as a table of Markdown, which the API reference shows. */
function errorTable(): string {
  const rows = Object.entries(errors).map(
    ([code, { kind, message }]) => `| \`${code}\` | ${errorKinds[kind]} | ${message} |`,
  )
  return ['| Code | Status | Message |', '| --- | --- | --- |', ...rows].join('\n')
}

const ErrorCode = {
  type: 'string',
  description: `What went wrong, as area.reason. A newer server may add codes.\n\n${errorTable()}`,
  enum: Object.keys(errors),
}

const { code: _code, ...failureMembers } = Failure.properties.error.properties
/** Members that a failure has in both formats. */
const members = {
  ...failureMembers,
  code: reference('ErrorCode'),
  message: { type: 'string', description: 'The message of the code in English, with its parameters' },
  field: { type: 'string', description: 'Path of the field concerned, such as search[0].field' },
  params: {
    ...failureMembers.params,
    description: 'Values of the placeholders of the message, by name; times are ISO 8601',
  },
  correlation: {
    type: 'string',
    description: 'Id of the request, as in the header X-Request-Id and the logs',
  },
}
const failure = {
  ...Failure,
  properties: { error: { ...Failure.properties.error, properties: members } },
}

const { message: _message, ...flatMembers } = members
/** Format of failures of `/oauth2/` (RFC 6749, 5.2). */
const OAuthFailure = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: { type: 'string', description: 'Error code of RFC 6749, 5.2, or mfa_required' },
    error_description: members.message,
    mfa_token: { type: 'string', description: 'With mfa_required: for grant_type mfa_otp' },
    ...flatMembers,
  },
}

function operation(name: string, row: Endpoint): Json {
  const isPublic = row.may === 'public'
  return {
    operationId: name,
    tags: [row.subject],
    summary: row.summary,
    description: `For ${whoMay[row.may]}.${freshWords(row)}`,
    'x-may': row.may,
    ...(row.fresh ? { 'x-fresh': row.fresh === true ? 'always' : 'sometimes' } : {}),
    security: isPublic ? [] : [{ bearer: [] }],
    parameters: [...pathParameters(row), ...(row.csv ? [csvParameter] : [])],
    ...(row.method === 'GET' ? {} : { requestBody: requestBody(row) }),
    responses: {
      200: { description: 'The answer', content: answerContent(row) },
      default: {
        description: 'What went wrong',
        content: json(reference(isOAuth(row) ? 'OAuthFailure' : 'Failure')),
      },
    },
  }
}

/** Returns the sentence about the required fresh sign-in. */
const freshWords = ({ fresh }: Endpoint): string => {
  if (!fresh) return ''
  const when = fresh === true ? '' : ' for some bodies'
  return ` Only within ten minutes of a sign-in or of /session/prove${when}: else 403 sign_in.fresh_required.`
}

const json = (schema: unknown): Json => ({ 'application/json': { schema } })

const requestBody = (row: Endpoint): Json => ({
  required: true,
  content: {
    ...(row.consumes ? { [row.consumes]: { schema: binary } } : json(row.csv ? exportBody(row) : row.body)),
    ...(row.path.startsWith('/oauth2/') ? { 'application/x-www-form-urlencoded': { schema: row.body } } : {}),
  },
})

const answerContent = (row: Endpoint): Json => ({
  ...(row.produces ? { [row.produces]: { schema: row.answer } } : json(row.answer)),
  ...(row.csv ? { 'text/csv': { schema: { type: 'string' } }, [xlsxType]: { schema: binary } } : {}),
})

const pathParameters = (row: Endpoint): Json[] =>
  [...row.path.replace('*', ':rest').matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const binary: Json = { type: 'string', format: 'binary' }

const csvParameter: Json = {
  name: 'format',
  in: 'query',
  description:
    'json (default), csv or xlsx; a file is streamed and holds all rows unless `reclimit` says fewer. `sheet` ' +
    'chooses its columns, their titles and the time zone, and is refused with json',
  schema: { enum: ['json', ...exportFormats] },
}

/** Removes internal properties of the schema library. */
const plain = (document: Json): Json => JSON.parse(JSON.stringify(document)) as Json
