import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

function written(fields: object): Record<string, unknown> {
  const lines: string[] = []
  createLog('info', { write: (line: string) => void lines.push(line) }).error(fields, 'something failed')
  return JSON.parse(lines[0]!) as Record<string, unknown> // one JSON object per line
}

describe('the log', () => {
  it('shows the SQLSTATE of an error and nothing of the connection that hangs on it', () => {
    const error = Object.assign(new Error('terminating connection'), {
      code: '57P01',
      severity: 'FATAL',
      client: { connectionParameters: { host: 'db', password: 'secret' } },
    })
    expect(written({ err: error }).err).toEqual({
      type: 'Error',
      message: 'terminating connection',
      errorCode: '57P01',
    })
  })

  it('shows where a bug is, and what caused it', () => {
    const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    const { err } = written({ err: new TypeError('x is not a function', { cause }) }) as {
      err: { stack: string }
    }
    expect(err).toMatchObject({
      type: 'TypeError',
      cause: { type: 'Error', message: 'read ECONNRESET', errorCode: 'ECONNRESET' },
    })
    expect(err.stack).toContain('log.test.ts')
    expect(err.stack.split('\n').length).toBeLessThan(8)
  })

  it('shows what libraries call "error" in the same way', () => {
    const error = Object.assign(new Error('away'), { code: 'ECONNREFUSED', address: '127.0.0.1' })
    expect(written({ error }).error).toEqual({ type: 'Error', message: 'away', errorCode: 'ECONNREFUSED' })
  })

  it('masks secrets', () => {
    const { body, code } = written({ code: 'abc', body: { password: 'abc', identity: 'S-1' } })
    expect({ body, code }).toEqual({ body: { password: '***', identity: 'S-1' }, code: '***' })
  })
})
