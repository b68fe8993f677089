import {
  type Endpoint,
  endpoints,
  errorKinds,
  errors,
  productTitle,
  serviceEndpoints,
} from '@stationmaster/contract'
import type { TSchema } from 'typebox'
import { addressOf } from './bind.ts'

/** Returns the API reference as one page without scripts; its style has the page's nonce. */
export function docsPage(version: string, nonce: string): string {
  const rows = [...Object.values(endpoints), ...Object.values(serviceEndpoints)]
  const subjects = [...new Set(rows.map((row) => row.subject))]
  const sections = subjects.map((subject) =>
    section(
      subject,
      rows.filter((row) => row.subject === subject),
    ),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${productTitle} API</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style nonce="${nonce}">${style}</style></head>
<body><header><h1>${productTitle} API <small>${text(version)}</small></h1>
<p>Every data call is <code>POST</code> with a JSON object and <code>Authorization: Bearer &lt;token&gt;</code>; the token comes from
<code>POST /oauth2/token</code>. Unknown keys are refused and named. A failure is
<code>{"error": {"code", "message", "field", "params", "correlation"}}</code>, with a code of the <a href="#errors">list below</a>;
at <code>/oauth2/</code> it is flat, with <code>error</code> and <code>error_description</code> (RFC 6749) beside the code. The same as a document for programs:
<a href="/openapi.json">openapi.json</a>.</p>
<nav aria-label="Subjects">${subjects.map((subject) => `<a href="#${anchor(subject)}">${text(subject)}</a>`).join(' ')} <a href="#errors">Errors</a></nav></header>
<main>${sections.join('')}${errorSection()}</main></body></html>`
}

const section = (subject: string, rows: Endpoint[]): string =>
  `<section id="${anchor(subject)}"><h2>${text(subject)}</h2>${rows.map(entry).join('')}</section>`

const areaOf = (code: string): string => code.slice(0, code.indexOf('.'))

/** Returns all error codes with status and message, sorted by area. */
function errorSection(): string {
  const rows = Object.entries(errors).sort(([a], [b]) =>
    areaOf(a) < areaOf(b) ? -1 : Number(areaOf(a) > areaOf(b)),
  )
  const lines = rows.map(
    ([code, { kind, message }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${errorKinds[kind]}</td><td>${text(message)}</td></tr>`,
  )
  return `<section id="errors"><h2>Errors</h2>
<p>Programs use the code. The message is for people; <code>params</code> holds the values of its placeholders.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead><tbody>${lines.join('')}</tbody></table></section>`
}

const entry = (row: Endpoint): string => `<article>
<h3><b>${row.method ?? 'POST'}</b> <code>${text(addressOf(row))}</code></h3>
<p>${text(row.summary)}</p><p class="may">For: ${row.may}${row.csv ? ' · also as <code>?format=csv</code>' : ''}</p>
${row.method === 'GET' ? '' : fields('Body', row.body)}${row.produces ? '' : fields('Answer', row.answer)}</article>`

interface Shape {
  type?: string
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

function fields(title: string, schema: TSchema): string {
  const shape = schema as Shape
  const row = shape.items ?? shape
  const entries = Object.entries(row.properties ?? {})
  if (entries.length === 0) return ''
  const lines = entries.map(([name, field]) => {
    const isNeeded = title === 'Body' && row.required?.includes(name)
    return `<tr><td><code>${text(name)}</code>${isNeeded ? ' *' : ''}</td><td>${text(kind(field))}</td></tr>`
  })
  const count = shape.items ? ' (a list of)' : ''
  return `<details><summary>${title}${count}: ${entries.length} ${entries.length === 1 ? 'field' : 'fields'}</summary><table>${lines.join('')}</table></details>`
}

function kind(field: Shape): string {
  if (field.anyOf) return [...new Set(field.anyOf.map(kind))].join(' or ')
  if (field.enum) return field.enum.map((word) => JSON.stringify(word)).join(', ')
  if (field.const !== undefined) return JSON.stringify(field.const)
  if (field.items) return `list of ${kind(field.items)}`
  const limits = [
    range('', field.minimum, field.maximum),
    range('characters ', field.minLength, field.maxLength),
  ].join('')
  return `${field.format ?? field.type ?? 'anything'}${limits}`
}

const range = (what: string, low: number | undefined, high: number | undefined): string =>
  low === undefined && high === undefined ? '' : `, ${what}${low ?? ''}…${high ?? ''}`

const anchor = (subject: string): string => subject.toLowerCase().replaceAll(/[^a-z]+/g, '-')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const text = (raw: string): string => raw.replaceAll(/[&<>"']/g, (character) => entities[character]!)

const style = `
:root { color-scheme: light dark; font: 15px/1.5 Inter, system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
nav a { margin-inline-end: .75rem; white-space: nowrap; } small, .may { opacity: .7; font-size: .85em; }
article { border-top: 1px solid color-mix(in srgb, currentcolor 18%, transparent); padding: .5rem 0; }
h3 { margin: .5rem 0 0; font-size: 1rem; overflow-wrap: anywhere; } p { margin: .25rem 0; }
code { font-family: "JetBrains Mono", ui-monospace, monospace; font-size: .92em; }
table { border-collapse: collapse; } td, th { padding: .1rem 1rem .1rem 0; vertical-align: top; text-align: start; }`
