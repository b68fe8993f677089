import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createLog, logLines } from './log.ts'

function written(fields: object): Record<string, unknown> {
  const lines: string[] = []
  createLog('info', { write: (line: string) => void lines.push(line) }).error(fields, 'something failed')
  return JSON.parse(lines[0]!) as Record<string, unknown> // one JSON object per line
}

describe('the log', () => {
  it('shows the SQLSTATE of an error but not the connection attached to it', () => {
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

  it('shows the location of a bug and its cause', () => {
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

  it('shows the field "error" of libraries in the same way', () => {
    const error = Object.assign(new Error('away'), { code: 'ECONNREFUSED', address: '127.0.0.1' })
    expect(written({ error }).error).toEqual({ type: 'Error', message: 'away', errorCode: 'ECONNREFUSED' })
  })

  it('masks secrets', () => {
    const { body, code } = written({ code: 'abc', body: { password: 'abc', identity: 'S-1' } })
    expect({ body, code }).toEqual({ body: { password: '***', identity: 'S-1' }, code: '***' })
  })

  // Proves G8
  it('a full disk loses lines without stopping the server, and their number is logged', async () => {
    const folder = fs.mkdtempSync(join(tmpdir(), 'sm-log-'))
    const path = join(folder, 'log')
    const log = createLog('info', logLines(path))
    const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    const count = 2_000
    for (let n = 0; n < count; n++) log.info({ n, filling: 'x'.repeat(200) }, 'a line')
    full.mockRestore()
    log.info('there is space again')
    const lines = await vi.waitFor(() => {
      const texts = fs.readFileSync(path, 'utf8').trim().split('\n')
      const parsed = texts.map((text) => JSON.parse(text) as { msg: string; lost?: number })
      expect(parsed.at(-1)).toHaveProperty('lost')
      return parsed
    }, 15_000)
    const writtenCount = lines.filter(({ msg }) => msg === 'a line').length
    expect(writtenCount).toBeGreaterThan(100)
    // the line that found free space may itself have been one too many
    expect(count + 1 - writtenCount - lines.at(-1)!.lost!).toBeLessThanOrEqual(1)
    fs.rmSync(folder, { recursive: true })
  })
})
