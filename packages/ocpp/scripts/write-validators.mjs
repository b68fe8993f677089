// Generates validators as plain ES modules: compiled in advance, so that a browser under `script-src 'self'`
// needs no `eval`, and without `require`: the one runtime helper of Ajv is inlined.
import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { banner } from './schema-source.mjs'

const standaloneCode = standalone.default ?? standalone

// RFC 3339 with a time zone and valid dates; a leap second and 29 February are accepted in every year.
const DATE = String.raw`\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`
const formats = {
  'date-time': new RegExp(`^${DATE}T${TIME}$`),
  // A scheme followed by at least one character, without the characters that RFC 3986 excludes.
  uri: /^[a-zA-Z][a-zA-Z\d+.-]*:[^\s"<>\\^`{|}\p{Cc}]+$/u,
}

const HELPER = `const characters = (text) => {
  let count = 0
  for (let i = 0; i < text.length; i++, count++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i++
  }
  return count
}
`

function asPureModule(code) {
  const pure = code
    .replace(/^"use strict";/, '')
    .replace(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, 'characters')
  if (/\brequire\(|new Function|\beval\(/.test(pure)) throw new Error('a validator is no plain ES module')
  return (pure.includes('characters') ? HELPER : '') + pure
}

/**
 * @param {Record<string, object>} schemas export name -> schema
 * @returns {string} an ES module that exports one validator per schema
 */
export function validatorModule(schemas) {
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
    // Without it 1,195 of the 3,500 values 0.1, 0.2 ... 350.0 fail `multipleOf: 0.1`.
    multipleOfPrecision: 6,
    formats,
    code: { source: true, esm: true, optimize: 1 },
  })
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name)
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, name]))
  return banner + asPureModule(standaloneCode(ajv, names))
}
