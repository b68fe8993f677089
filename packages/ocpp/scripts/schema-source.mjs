// Reads the official schemas of one OCPP version from the `ocpp-rpc` package and converts them to the form
// the generators need: no ids (Ajv rejects `urn:X.req`), no `$schema`, every `$ref` resolved.

/** Notice at the top of every generated file. */
export const NOTICE = [
  'Made by `npm run generate` from the JSON schemas of OCPP 1.6 and its security whitepaper; not to be edited.',
  'Schemas: (c) Open Charge Alliance, Creative Commons Attribution-NoDerivatives 4.0 International Public License.',
]

/** The notice as JavaScript line comments. */
export const banner = `${NOTICE.map((line) => `// ${line}`).join('\n')}\n`

function withoutReferences(node, definitions) {
  if (Array.isArray(node)) return node.map((item) => withoutReferences(item, definitions))
  if (node === null || typeof node !== 'object') return node
  if (typeof node.$ref === 'string') {
    const name = node.$ref.replace('#/definitions/', '')
    if (!(name in definitions)) throw new Error(`unknown reference ${node.$ref}`)
    return withoutReferences(definitions[name], definitions)
  }
  const plain = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === '$id' || key === '$schema' || key === 'definitions' || key === 'comment') continue
    plain[key] = withoutReferences(value, definitions)
  }
  return plain
}

/**
 * @param {Array<{ $id: string }>} published the schemas as published
 * @returns {Array<{ action: string, request: object, response: object }>} sorted by action
 */
export function readSchemas(published) {
  const byAction = new Map()
  for (const schema of published) {
    const [, action, side] = /^urn:(\w+)\.(req|conf)$/.exec(schema.$id) ?? []
    if (!action) throw new Error(`schema with an unexpected id: ${schema.$id}`)
    const entry = byAction.get(action) ?? { action }
    entry[side === 'req' ? 'request' : 'response'] = withoutReferences(schema, schema.definitions ?? {})
    byAction.set(action, entry)
  }
  const messages = [...byAction.values()].sort((a, b) => (a.action < b.action ? -1 : 1))
  for (const { action, request, response } of messages) {
    if (!request || !response) throw new Error(`${action} lacks one of its two schemas`)
  }
  return messages
}
