// @ts-check
/**
 * @import { ScriptLimits } from '../limits.ts'
 * @import { ScriptEffect } from '../script.ts'
 */

const unstorable = /[\0\p{Surrogate}]/u

/** A call of a script with invalid arguments. */
export class WrongCall extends Error {}

/**
 * Reads an effect that a script requests. The guest wrote this text, so nothing about its shape is trusted.
 * @param {string} json
 * @param {number | null} line
 * @param {ScriptLimits} limits
 * @returns {ScriptEffect}
 */
export function readEffect(json, line, limits) {
  const effect = plain(json)
  switch (effect.kind) {
    case 'setLabel':
      return { kind: 'setLabel', line, text: text(effect.text, limits.label, 'a label') }
    case 'setTags':
      return { kind: 'setTags', line, tags: tags(effect.tags, limits) }
    case 'runMethod': {
      const params = effect.params
      if (!isRecord(params)) throw new WrongCall('runMethod takes its params as an object')
      if (JSON.stringify(params).length > limits.body)
        throw new WrongCall(`the params of a method have at most ${limits.body} characters`)
      return { kind: 'runMethod', line, code: text(effect.code, limits.name, 'the code of a method'), params }
    }
    case 'notice': {
      const to = text(effect.to, limits.name, 'the recipient of a notice')
      return { kind: 'notice', line, to, text: text(effect.text, limits.notice, 'a notice') }
    }
    case 'post': {
      const body = text(effect.body, limits.body, 'the JSON of a post')
      return { kind: 'post', line, url: text(effect.url, limits.url, 'an address'), body }
    }
    default:
      throw new WrongCall('unknown call')
  }
}

/**
 * @param {string} json
 * @returns {Record<string, unknown>}
 */
function plain(json) {
  // an own property of this name would become a prototype when copied property by property
  const effect = JSON.parse(json, (key, value) => (key === '__proto__' ? undefined : value))
  return isRecord(effect) ? effect : {}
}

/** @returns {value is Record<string, unknown>} */
const isRecord = (/** @type {unknown} */ value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * @param {unknown} value
 * @param {number} longest
 * @param {string} what
 */
function text(value, longest, what) {
  if (typeof value !== 'string') throw new WrongCall(`${what} is a text`)
  if (value.length === 0 || value.length > longest)
    throw new WrongCall(`${what} has 1 to ${longest} characters, not ${value.length}`)
  if (unstorable.test(value)) throw new WrongCall(`${what} has a character that cannot be stored`)
  return value
}

/**
 * @param {unknown} value
 * @param {ScriptLimits} limits
 */
function tags(value, limits) {
  if (!Array.isArray(value)) throw new WrongCall('setTags takes a list of texts')
  if (value.length > limits.tags)
    throw new WrongCall(`there are at most ${limits.tags} tags, not ${value.length}`)
  return [...new Set(value.map((tag) => text(tag, limits.tag, 'a tag')))]
}
