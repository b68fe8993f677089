// @ts-check
/** File names in stack traces: of the guest code and of the administrator's script. */
export const guestFile = 'guest.js'
export const scriptFile = 'script.js'

/**
 * Runs inside the sandbox before the script: removes globals that scripts must not use, makes time and order
 * the same for every run, and defines the functions for effects. It keeps what it needs in local variables,
 * so that a script cannot change it; only texts are passed to the host. `emit` and `print` are functions of
 * the host, `given` is the JSON that the script may read. Returns the function that describes a thrown value.
 */
export const guestSource = `(function (emit, print, given) {
  const { apply, construct, getPrototypeOf, ownKeys } = Reflect
  const { freeze, defineProperty } = Object
  const { stringify, parse } = JSON
  const { isArray } = Array
  const slice = String.prototype.slice
  const toText = String
  const NativeError = Error
  const NativeTypeError = TypeError
  const RealDate = Date
  const longestShown = 500
  // the host checks the limits of each part; this keeps it from parsing huge texts
  const longestEffect = 250_000

  const keep = (target, name, value) =>
    defineProperty(target, name, { value, writable: false, enumerable: false, configurable: false })

  const allowed = { __proto__: null }
  for (const name of [
    'Object', 'Array', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'Math', 'JSON', 'RegExp', 'Date', 'Map', 'Set',
    'WeakMap', 'WeakSet', 'Iterator', 'Reflect', 'Proxy', 'Error', 'EvalError', 'RangeError', 'ReferenceError',
    'SyntaxError', 'TypeError', 'URIError', 'InternalError', 'AggregateError', 'parseInt', 'parseFloat', 'isNaN',
    'isFinite', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'Infinity', 'NaN', 'undefined',
    'globalThis',
  ])
    allowed[name] = true
  for (const name of ownKeys(globalThis)) if (!allowed[name]) delete globalThis[name]

  // code compiled from text has no line in the administrator’s script
  for (const made of [function () {}, async function () {}, function* () {}, async function* () {}])
    keep(getPrototypeOf(made), 'constructor', undefined)
  delete Math.random
  keep(NativeError, 'prepareStackTrace', undefined)
  keep(NativeError, 'stackTraceLimit', 10)

  const deepFreeze = (value) => {
    if (typeof value !== 'object' || value === null) return value
    for (const key of ownKeys(value)) deepFreeze(value[key])
    return freeze(value)
  }
  const input = parse(given)
  for (const name of ['object', 'params', 'event']) keep(globalThis, name, deepFreeze(input[name]))
  keep(globalThis, 'now', new RealDate(input.now).toISOString())

  // a run sees a single point in time
  function FixedDate(...parts) {
    if (new.target === undefined) return new RealDate(input.now).toString()
    return construct(RealDate, parts.length === 0 ? [input.now] : parts, new.target)
  }
  FixedDate.prototype = RealDate.prototype
  keep(RealDate.prototype, 'constructor', FixedDate)
  keep(FixedDate, 'parse', RealDate.parse)
  keep(FixedDate, 'UTC', RealDate.UTC)
  keep(FixedDate, 'now', () => input.now)
  keep(globalThis, 'Date', FixedDate)

  const wrong = (words) => {
    throw new NativeTypeError(words)
  }
  const text = (value, call) => (typeof value === 'string' ? value : wrong(call + ' takes a text'))
  const send = (effect) => {
    const json = stringify(effect)
    if (json.length > longestEffect) wrong('this is too long')
    const refused = emit(json, new NativeError().stack)
    if (typeof refused === 'string') wrong(refused)
    // beyond the limit: the script must not catch this, so loop until the run is interrupted
    if (refused === false) for (;;);
  }
  const shown = (value) => {
    if (typeof value === 'string') return value
    if (typeof value === 'object' && value !== null) {
      const json = stringify(value)
      if (typeof json === 'string') return json
    }
    return toText(value)
  }
  const short = (value) => apply(slice, value, [0, longestShown])

  keep(globalThis, 'setLabel', (label) => send({ __proto__: null, kind: 'setLabel', text: text(label, 'setLabel') }))
  keep(globalThis, 'setTags', (tags) => {
    if (!isArray(tags)) wrong('setTags takes a list of texts')
    const list = []
    for (let index = 0; index < tags.length; index += 1)
      defineProperty(list, index, { __proto__: null, value: text(tags[index], 'setTags'), enumerable: true })
    send({ __proto__: null, kind: 'setTags', tags: list })
  })
  keep(globalThis, 'runMethod', (code, given = {}) => {
    if (typeof given !== 'object' || given === null || isArray(given)) wrong('runMethod takes its params as an object')
    send({ __proto__: null, kind: 'runMethod', code: text(code, 'runMethod'), params: given })
  })
  keep(globalThis, 'notice', (to, words) =>
    send({ __proto__: null, kind: 'notice', to: text(to, 'notice'), text: text(words, 'notice') }))
  keep(globalThis, 'post', (url, value) => {
    const body = stringify(value === undefined ? null : value)
    if (typeof body !== 'string') wrong('post takes a value that can be written as JSON')
    send({ __proto__: null, kind: 'post', url: text(url, 'post'), body })
  })
  let isFull = false
  keep(globalThis, 'log', (...values) => {
    if (isFull) return
    let line = ''
    for (let index = 0; index < values.length && line.length < longestShown; index += 1)
      line += (index === 0 ? '' : ' ') + short(shown(values[index]))
    isFull = print(stringify(short(line)), new NativeError().stack)
  })

  return (thrown) => {
    let message
    let stack = ''
    try {
      if (typeof thrown === 'object' && thrown !== null) {
        const { name, message: thrownMessage, stack: thrownStack } = thrown
        if (typeof thrownStack === 'string') stack = thrownStack
        if (typeof thrownMessage === 'string')
          message = typeof name === 'string' && name !== 'Error' && name !== '' ? short(name) + ': ' + short(thrownMessage) : short(thrownMessage)
      }
      if (message === undefined) message = short(shown(thrown))
    } catch {
      message = 'something was thrown that cannot be shown'
    }
    return stringify({ __proto__: null, message, stack: apply(slice, stack, [0, 4000]) })
  }
})`
