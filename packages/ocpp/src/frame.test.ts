import { describe, expect, test } from 'vitest'
import { rawPayload, readFrame, writeCall, writeError, writeResult } from './frame.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const members = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`

describe('readFrame', () => {
  test.each([
    ['[2,"19223201","Heartbeat",{}]', { kind: 'call', id: '19223201', action: 'Heartbeat', payload: {} }],
    [' [ 2 , "a" , "X" , { "b" : [ 1 ] } ] ', { kind: 'call', id: 'a', action: 'X', payload: { b: [1] } }],
    ['[3,"a",{"status":"Accepted"}]', { kind: 'result', id: 'a', payload: { status: 'Accepted' } }],
    [
      '[4,"a","NotSupported","no",{"x":1}]',
      { kind: 'error', id: 'a', code: 'NotSupported', description: 'no', details: { x: 1 } },
    ],
    [
      '[4,"a","GenericError"]',
      { kind: 'error', id: 'a', code: 'GenericError', description: '', details: {} },
    ],
  ])('%s', (text, frame) => {
    expect(readFrame(text)).toEqual(frame)
  })

  // Proves P4
  test('J 4.1.2: reads a payload of null as an empty payload', () => {
    expect(readFrame('[2,"a","Heartbeat",null]')).toMatchObject({ kind: 'call', payload: {} })
    expect(readFrame('[3,"a",null]')).toMatchObject({ kind: 'result', payload: {} })
  })

  // Proves P4
  test('J 4.1.3: distinguishes message types of other versions, which are ignored', () => {
    for (const type of [0, 1, 5, 6, 99, -2, 2.5, 1e300])
      expect(readFrame(`[${type},"a",{}]`)).toMatchObject({ reason: 'unknown-type' })
    expect(readFrame('[99]')).not.toHaveProperty('code')
  })

  // Proves P3
  test('J 4.1.4: accepts ids of 1 to 36 characters', () => {
    const id = 'x'.repeat(36)
    expect(readFrame(writeCall(id, 'Heartbeat', {}))).toMatchObject({ kind: 'call', id })
    expect(readFrame(writeCall(`${id}x`, 'Heartbeat', {}))).toMatchObject({
      reason: 'bad-id',
      id: `${id}x`,
      code: 'FormationViolation',
    })
    expect(readFrame('[2,"","Heartbeat",{}]')).toMatchObject({ reason: 'bad-id', id: '' })
  })

  test('drops an id that is too long to be echoed', () => {
    expect(readFrame(writeCall('x'.repeat(1_025), 'Heartbeat', {}))).not.toHaveProperty('id')
  })
})

describe('invalid frames', () => {
  const silent = { id: undefined, code: undefined }
  const refused = { id: 'a', code: 'FormationViolation' }
  const failed = { id: 'a', code: undefined }
  test.each([
    ['', 'not-json', silent],
    ['hello', 'not-json', silent],
    ['[2,"a","BootNotification",{"chargePointVendor":"E', 'not-json', refused],
    ['[2,"a","Heartbeat",{}]]', 'not-json', refused],
    ['[2,"a","Heartbeat",{},]', 'not-json', refused],
    ['[3,"a",{"status":"Acc', 'not-json', failed],
    ['[3,"a",{"configurationKey":[,{"key":"A"}]}]', 'not-json', failed],
    ['{}', 'not-array', silent],
    ['null', 'not-array', silent],
    ['2', 'not-array', silent],
    ['"[2]"', 'not-array', silent],
    ['[]', 'bad-shape', silent],
    ['["2","a","Heartbeat",{}]', 'bad-shape', silent],
    ['[null,"a"]', 'bad-shape', silent],
    ['[2]', 'bad-id', silent],
    ['[2,17,"Heartbeat",{}]', 'bad-id', { id: '17', code: 'FormationViolation' }],
    ['[3,{},{}]', 'bad-id', silent],
    ['[2,"a"]', 'bad-shape', refused],
    ['[2,"a","Heartbeat"]', 'bad-shape', refused],
    ['[2,"a","Heartbeat",{},{}]', 'bad-shape', refused],
    ['[2,"a",7,{}]', 'bad-shape', refused],
    ['[2,"a","",{}]', 'bad-shape', refused],
    ['[2,"a","Heartbeat",[]]', 'bad-shape', refused],
    ['[2,"a","Heartbeat","{}"]', 'bad-shape', refused],
    ['[2,"a","Heartbeat",0]', 'bad-shape', refused],
    ['[3,"a",[]]', 'bad-shape', failed],
    ['[3,"a","Accepted"]', 'bad-shape', failed],
    ['[4,"a"]', 'bad-shape', failed],
    ['[4,"a",500]', 'bad-shape', failed],
  ])('%s', (text, reason, expected) => {
    const problem = readFrame(text)
    expect(problem).toMatchObject({ kind: 'problem', reason })
    expect({ id: undefined, code: undefined, ...problem }).toMatchObject(expected)
  })

  // Proves INV-8, G40
  test('rejects a text that is nested too deeply before it is parsed', () => {
    expect(readFrame(`[2,"a","X",{"v":${nested(30)}}]`)).toMatchObject({ kind: 'call' })
    expect(readFrame(`[2,"a","X",{"v":${nested(31)}}]`)).toMatchObject({ reason: 'too-deep', id: 'a' })
    expect(readFrame('['.repeat(1_000_000))).toMatchObject({ reason: 'too-deep' })
    expect(readFrame('{"a":'.repeat(50_000))).toMatchObject({ reason: 'too-deep' })
  })

  // Proves INV-8, G41
  test('rejects a text with too many members or values before it is parsed', () => {
    expect(readFrame(`[2,"a","X",${members(256)}]`)).toMatchObject({ kind: 'call' })
    expect(readFrame(`[2,"a","X",${members(257)}]`)).toMatchObject({ reason: 'too-wide', id: 'a' })
    expect(readFrame(`[2,"a","X",{"v":[${'0,'.repeat(19_900)}0]}]`)).toMatchObject({ kind: 'call' })
    expect(readFrame(`[2,"a","X",{"v":[${'0,'.repeat(20_100)}0]}]`)).toMatchObject({ reason: 'too-wide' })
    expect(readFrame(`[2,"a","X",{"v":[${'{},'.repeat(12_000)}{}]}]`)).toMatchObject({ reason: 'too-wide' })
  })

  test('does not count brackets and colons within strings', () => {
    const text = JSON.stringify(`${'[{:,'.repeat(10_000)}"\\`)
    expect(readFrame(`[2,"a","DataTransfer",{"data":${text}}]`)).toMatchObject({ kind: 'call' })
  })

  test('never repeats what the station sent in a problem', () => {
    const problem = readFrame('[2,"a","X",{"AuthorizationKey":"secret"')
    expect(JSON.stringify(problem)).not.toContain('secret')
  })
})

describe('hostile content', () => {
  test.each(['__proto__', '\\u005f_proto__', '__\\u0070roto__'])(
    'does not change a prototype through the member %s',
    (key) => {
      const frame = readFrame(`[2,"a","X",{"${key}":{"isAdmin":true},"list":[{"${key}":{"b":1}}],"c":1}]`)
      expect(frame).toEqual({ kind: 'call', id: 'a', action: 'X', payload: { list: [{}], c: 1 } })
      expect(Object.assign({}, 'payload' in frame ? frame.payload : null)).not.toHaveProperty('isAdmin')
      expect({}).not.toHaveProperty('isAdmin')
    },
  )

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('treats %s as plain text', (name) => {
    expect(readFrame(writeCall(name, name, { [`x${name}`]: name }))).toMatchObject({ id: name, action: name })
  })

  test('reads NUL, lone surrogates, control characters and direction marks unchanged', () => {
    const text = 'a\0b\ud800c\udfff\u202ed\u0007'
    expect(readFrame(writeCall('1', 'DataTransfer', { vendorId: text }))).toMatchObject({
      payload: { vendorId: text },
    })
    expect(readFrame(writeCall('a\0\ud800', 'Heartbeat', {}))).toMatchObject({ id: 'a\0\ud800' })
  })

  // Proves G44
  test('reads a frame with numbers that no double can represent', () => {
    for (const number of ['1e400', '-1e400', '9223372036854775807', '-0', '1e-400', '1'.repeat(131_072)])
      expect(readFrame(`[2,"a","X",{"n":${number}}]`)).toMatchObject({ kind: 'call' })
  })

  test('never throws, whatever the text', () => {
    let seed = 20_260_314
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed % below
    }
    const pieces = ['[', ']', '{', '}', ',', ':', '"', '\\', '2', '3', '4', '-', '1e9', 'null', 'true', ' ']
    const alphabet = [
      ...pieces,
      '"a"',
      '"Heartbeat"',
      '__proto__',
      '\0',
      '\ud800',
      '\u{1f50c}',
      '\\u',
      '\ufeff',
    ]
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: random(24) }, () => alphabet[random(alphabet.length)]).join('')
      expect(readFrame(round % 2 ? text : `[2,"a","X",${text}`)).toHaveProperty('kind')
    }
    const whole = '[2,"a","MeterValues",{"connectorId":1,"meterValue":[{"timestamp":"x"}]}]'
    for (let round = 0; round < 20_000; round++) {
      const bytes = [...whole]
      for (let hit = random(4); hit >= 0; hit--)
        bytes[random(bytes.length)] = String.fromCharCode(random(0x10000))
      expect(readFrame(bytes.join(''))).toHaveProperty('kind')
    }
  })
})

describe('writing frames', () => {
  test('writes compact JSON', () => {
    expect(writeCall('1', 'Reset', { type: 'Soft' })).toBe('[2,"1","Reset",{"type":"Soft"}]')
    expect(writeResult('1', { status: 'Accepted' })).toBe('[3,"1",{"status":"Accepted"}]')
    expect(writeError('1', { code: 'NotImplemented' })).toBe('[4,"1","NotImplemented","",{}]')
    const error = { code: 'OccurenceConstraintViolation', description: 'x', details: { path: '/a' } } as const
    expect(writeError('1', error)).toBe('[4,"1","OccurenceConstraintViolation","x",{"path":"/a"}]')
  })

  test('writes {} for an absent payload', () => {
    expect(writeCall('1', 'ClearCache', undefined)).toBe('[2,"1","ClearCache",{}]')
    expect(writeResult('1', null)).toBe('[3,"1",{}]')
  })

  test('truncates a description at 255 characters and never within a character', () => {
    const frame = readFrame(writeError('1', { code: 'GenericError', description: '\u{1f50c}'.repeat(200) }))
    expect(frame).toMatchObject({ description: '\u{1f50c}'.repeat(127) })
  })

  test('writes a valid frame with any id', () => {
    const id = '"\\\0\ud800'
    expect(readFrame(writeResult(id, {}))).toMatchObject({ id })
  })
})

test.each([
  ['[2,"1","Heartbeat",{}]', 3, '{}'],
  ['[2,"1","Heartbeat",null]', 3, '{}'],
  [
    ' [ 2 , "a,\\"b" , "Stop" , {"transactionId":9223372036854775807, "x":"]"} ] ',
    3,
    '{"transactionId":9223372036854775807, "x":"]"}',
  ],
  ['[2,"[{","A{,","{\\"q\\":1}"]', 3, '"{\\"q\\":1}"'],
  ['[3,"7",{"status":"\\u0000\\ud800"}]', 2, '{"status":"\\u0000\\ud800"}'],
  ['[3,"7"]', 2, '{}'],
] as const)('the payload of %s is returned as the station wrote it', (text, commas, payload) => {
  expect(rawPayload(text, commas)).toBe(payload)
})
