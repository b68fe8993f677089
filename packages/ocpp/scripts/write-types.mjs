// Generates the TypeScript types of all messages, and the map from action to its two types.
import { compile } from 'json-schema-to-typescript'
import { banner } from './schema-source.mjs'

const options = {
  bannerComment: '',
  format: false,
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  unknownAny: true,
}

/** @returns {Promise<string>} the content of types.ts */
export async function typesText(messages) {
  const parts = []
  for (const { action, request, response } of messages) {
    parts.push(await compile(structuredClone(request), `${action}Request`, options))
    parts.push(await compile(structuredClone(response), `${action}Response`, options))
  }
  const rows = messages.map(({ action: a }) => `  ${a}: { request: ${a}Request; response: ${a}Response }`)
  return `${banner}\n${parts.join('\n')}\nexport interface V16 {\n${rows.join('\n')}\n}\n`
}
