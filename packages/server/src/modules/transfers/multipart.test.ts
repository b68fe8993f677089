import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { boundaryOf, firstFile, UnreadableMultipart } from './multipart.ts'
import { fileNameOf, newUploadAddress, readUploadPath, secretHashIn } from './upload-address.ts'

const boundary = '--x-7'
async function* inPieces(body: Buffer, sizeOf: () => number) {
  for (let at = 0; at < body.length; ) {
    const size = sizeOf()
    yield body.subarray(at, at + size)
    at += size
  }
}
async function read(body: string | Buffer, sizeOf = () => 1_000_000) {
  const names: string[] = []
  const chunks: Buffer[] = []
  for await (const chunk of firstFile(inPieces(Buffer.from(body), sizeOf), boundary, (name) =>
    names.push(name),
  ))
    chunks.push(chunk)
  return { names, content: Buffer.concat(chunks).toString('latin1') }
}
const part = (head: string, content: string) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`
const file = (name: string) =>
  `Content-Type: x/y\r\ncontent-disposition: form-data; name="f"; filename=${name}`

describe('multipart bodies', () => {
  const tricky = `\r\n--${boundary.slice(0, 4)}\r\n\r\n--\r\n${String.fromCharCode(0, 255, 13)}\r`
  const body = Buffer.from(
    `preamble\r\n${part('Content-Disposition: form-data; name="n"', 'no file')}${part(file('"a b.zip"'), tricky)}${part(file('c'), 'second')}--${boundary}--\r\nend`,
    'latin1',
  )

  it('have their first file, however they are split', async () => {
    for (const sizeOf of [() => 1, () => 2, () => 7, () => randomInt(1, 30), () => 10_000])
      expect(await read(body, sizeOf)).toEqual({ names: ['a b.zip'], content: tricky })
  })

  it('may start with the boundary, and have an empty file', async () => {
    expect(await read(`${part(file('plain.log'), '')}--${boundary}--`)).toEqual({
      names: ['plain.log'],
      content: '',
    })
  })

  it.each([
    ['cut', body.subarray(0, body.length - 20)],
    ['empty', ''],
    ['without a file', `${part('Content-Disposition: form-data; name="n"', 'x')}--${boundary}--`],
    ['with an endless header', `--${boundary}\r\n${'x: y\r\n'.repeat(3000)}`],
  ])('are refused: %s', async (_, broken) => {
    await expect(read(broken, () => 999)).rejects.toThrow(UnreadableMultipart)
  })

  it('name their boundary', () => {
    expect(boundaryOf('multipart/form-data; charset=x; boundary="a b"')).toBe('a b')
    expect(boundaryOf('Multipart/Form-Data;boundary=abc')).toBe('abc')
    expect(['multipart/mixed; boundary=a', 'text/plain', ''].map(boundaryOf)).toEqual([null, null, null])
  })
})

describe('upload addresses', () => {
  const origin = 'https://charging.example'
  it('are read with a name appended in any way', () => {
    const address = newUploadAddress(origin)
    const secretHash = secretHashIn(origin, address)
    expect(secretHash).toHaveLength(32)
    const rest = address.slice(`${origin}/api/v1/station-upload/`.length)
    for (const end of ['', '/', 'a.zip', '/a.zip', '/logs/a.zip'])
      expect(readUploadPath(rest.replace(/\/$/, '') + end)).toEqual({
        secretHash,
        name: end.includes('a') ? 'a.zip' : null,
      })
    expect(secretHashIn('https://other.example', address)).toBeNull()
    expect(newUploadAddress(origin)).not.toBe(address)
  })

  it('lead to names without folders, control characters and leading dots', () => {
    expect(
      ['../../etc/passwd', 'C:\\x\\y.zip', '.htaccess', 'журнал №1.log', '..', '\u0000', ''].map(fileNameOf),
    ).toEqual(['passwd', 'y.zip', 'htaccess', 'журнал _1.log', null, null, null])
    expect(fileNameOf('a'.repeat(500))).toHaveLength(100)
  })
})
